import { RotateCcw } from 'lucide-react';
import {
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Link, useSearch } from 'wouter';
import { useStore } from 'zustand';
import { foldCase } from '#base/words.ts';
import type { Recording, StoredSegment } from '#storage/transcript-records.ts';
import { Button, buttonClass } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import page from '#ui/kit/page.module.css';
import { Progress } from '#ui/kit/progress.tsx';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { BackLink } from '#ui/page-header/back-link.tsx';
import { PageHeader } from '#ui/page-header/page-header.tsx';
import { useStopOnLeave } from '#ui/read-aloud/read-button.tsx';
import { useSession } from '#ui/services.ts';
import { useOpenItem } from '#ui/state/shell.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { useWatched } from '#ui/state/use-watched.ts';
import { SegmentList } from '#ui/transcribe/segments/segment-list.tsx';
import { useShowPlace } from '#ui/transcribe/segments/use-show-place.ts';
import { findIn } from '#ui/transcribe/session/edit-segments.ts';
import {
  describeState,
  describeUnused,
  hasSound,
  progressOf,
} from '#ui/transcribe/session/progress.ts';
import { readingOf } from '#ui/transcribe/session/read-transcript.ts';
import { TranscriptionSession } from '#ui/transcribe/session/transcription-session.ts';
import { segmentAt, uncertainBelow } from '#ui/transcribe/session/word-times.ts';
import { FindBar } from './find-bar.tsx';
import { FreeStorage } from './free-storage.tsx';
import { Marks } from './marks.tsx';
import { Player } from './player.tsx';
import { RecordingBar } from './recording-bar.tsx';
import styles from './transcript.module.css';
import { TranscriptFacts } from './transcript-facts.tsx';
import { TranscriptTools } from './transcript-tools.tsx';
import { usePlayback } from './use-playback.ts';

/** One recording: its player, its transcript and their actions. */
export function TranscriptPage({ id }: { id: string }) {
  const session = useSession(TranscriptionSession);
  const recording = useWatched(
    async () => ({ row: await session.transcripts.get(id) }),
    `recording:${id}`,
  );
  const transcript = session.document(id);
  const segments = useStore(transcript.state, (state) => state.segments);
  useEffect(() => transcript.open(), [transcript]);
  useOpenItem(recording?.row?.name ?? null);
  if (recording && !recording.row) {
    return (
      <>
        <PageHeader title={transcribeText.notFound} />
        <div className={page['page']}>
          <p>
            <Link className={buttonClass({})} href="/transcribe">
              {transcribeText.backToRecordings}
            </Link>
          </p>
        </div>
      </>
    );
  }
  if (!recording?.row || !segments) {
    return (
      <PageHeader
        title={recording?.row?.name ?? ''}
        isName
        model={null}
        before={<BackLink href="/transcribe" label={transcribeText.recordings} />}
      />
    );
  }
  return <Transcript recording={recording.row} segments={segments} />;
}

interface TranscriptProps {
  recording: Recording;
  segments: readonly StoredSegment[];
}

function Transcript({ recording, segments }: TranscriptProps) {
  const { id, name, state } = recording;
  const session = useSession(TranscriptionSession);
  const transcript = session.document(id);
  const speakers = useStore(transcript.state, (store) => store.speakers);
  const live = useStore(session.state, (store) => (store.live?.id === id ? store.live : null));
  const asked = new URLSearchParams(useSearch()).get('find');
  const playback = usePlayback(id);
  useStopOnLeave(id);
  const [found, setFound] = useState(asked ?? '');
  const [finds, setFinds] = useState(asked !== null);
  const [dialog, setDialog] = useState<'export' | 'speakers' | 'again' | 'rename' | null>(null);
  /** Segments that the next new speaker gets. */
  const [unnamed, setUnnamed] = useState<ReadonlySet<string> | null>(null);
  const reveal = useRef<(id: string) => void>(() => {});
  const showPlace = useShowPlace(reveal);
  useAskedPlace(segments, showPlace);
  const openDialog = (next: typeof dialog, ids: typeof unnamed = null) => {
    setUnnamed(ids);
    setDialog(next);
  };
  const [againWith, setAgainWith] = useState<string | null>(null);
  const read = useDeferredValue(segments);
  const limit = useMemo(() => uncertainBelow(read), [read]);
  const isNarrow = useMedia('(max-width: 900px)');
  const progress = progressOf(recording, live);
  const isFailed = state === 'failed';
  const isStuck = isFailed || (state === 'waiting' && recording.error !== null);
  const unused = describeUnused(recording);
  const report = (work: Promise<unknown>) => reportFailure(transcribeText.actionFailed(name), work);
  const facts = state === 'done' && (
    <TranscriptFacts
      {...{ recording, segments: read }}
      uncertainBelow={limit}
      onPlace={showPlace}
    />
  );
  return (
    <div className={styles['transcript']}>
      <PageHeader
        title={name}
        isName
        before={<BackLink href="/transcribe" label={transcribeText.recordings} />}
        {...modelOf(recording, (model) => {
          setAgainWith(model);
          openDialog('again');
        })}
      >
        {!isNarrow && facts}
      </PageHeader>
      <RecordingBar />
      <div className={styles['head']}>
        {isNarrow && facts}
        {state !== 'done' && (
          <p className={isFailed ? controls['error'] : controls['secondary']} role="status">
            {describeState(recording, live, Date.now())}
          </p>
        )}
        {unused && <p className={controls['secondary']}>{unused}</p>}
        {isStuck && (
          <Button
            size="small"
            icon={RotateCcw}
            className={styles['retry']}
            onClick={() => report(session.resume(recording.id))}
          >
            {transcribeText.tryAgain}
          </Button>
        )}
        {isFailed && <FreeStorage text={recording.error} />}
        {progress !== null && <Progress label={transcribeText.progress} value={progress} />}
      </div>
      <TranscriptTools
        recording={recording}
        segments={segments}
        speakers={speakers}
        transcript={transcript}
        playback={playback}
        finds={finds}
        onFind={() => setFinds(!finds)}
        dialog={dialog}
        onDialog={(next) => {
          setAgainWith(null);
          openDialog(next);
        }}
        newSpeakerOf={unnamed}
        againWith={againWith}
        onRead={() => {
          const { seconds } = playback.state.getState();
          return readingOf(recording, segments, speakers, segmentAt(segments, seconds));
        }}
      />
      {finds && (
        <FindBar
          segments={segments}
          transcript={transcript}
          text={found}
          onText={setFound}
          onPlace={showPlace}
          onClose={() => setFinds(false)}
        />
      )}
      <div className={styles['text']}>
        <SegmentList
          recording={recording}
          segments={segments}
          speakers={speakers}
          transcript={transcript}
          playback={playback}
          found={finds ? found : ''}
          uncertainBelow={limit}
          reveal={reveal}
          onNewSpeaker={(ids) => openDialog('speakers', ids)}
        />
        {segments.length > 0 && <EditHint recording={recording} />}
      </div>
      <Marks
        marks={recording.marks}
        onNote={(mark, text) => report(session.transcripts.note(id, mark, text))}
        onSeek={(second) => playback.seek(second)}
      />
      <Player
        {...{ recording, segments, playback }}
        onMark={(second) => report(session.transcripts.mark(id, second))}
      />
    </div>
  );
}

function EditHint({ recording }: { recording: Recording }) {
  const { editHint, editHintSilent } = transcribeText;
  return <p className={styles['hint']}>{hasSound(recording) ? editHint : editHintSilent}</p>;
}

/** The choice of the model to transcribe with again; none without the sound. */
function modelOf(recording: Recording, onChange: (model: string) => void) {
  if (!hasSound(recording)) return {};
  const { modelLabel: label } = transcribeText;
  return { model: { label, tasks: ['speech'] as const, value: recording.model, onChange } };
}

type ShowPlace = (segment: StoredSegment, at: number, length: number) => void;

/** Shows the place that `?t=` and `?find=` in the URL name, as soon as its segment is read. */
function useAskedPlace(segments: readonly StoredSegment[], show: ShowPlace): void {
  const asked = useSearch();
  const shown = useRef('');
  useEffect(() => {
    const search = new URLSearchParams(asked);
    const seconds = Number(search.get('t') ?? Number.NaN);
    const last = segments.at(-1);
    if (shown.current === asked || !last || !(seconds <= last.end)) return;
    shown.current = asked;
    const segment = segmentAt(segments, seconds);
    const text = search.get('find') ?? '';
    const [at = 0] = segment && text ? findIn(segment.text, foldCase(text)) : [];
    if (segment) show(segment, at, text.length);
  }, [asked, segments, show]);
}

/** Whether a media query holds. */
function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    () => matchMedia(query).matches,
  );
}
