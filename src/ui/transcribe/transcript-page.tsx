import { ArrowLeft } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import { useStore } from 'zustand';
import type { Recording, StoredSegment } from '#storage/transcript-records.ts';
import { shortClock } from '#transcript-formats/clock.ts';
import { Button, buttonClass } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import page from '#ui/kit/page.module.css';
import { Progress } from '#ui/kit/progress.tsx';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { PageHeader } from '#ui/page-header/page-header.tsx';
import { useSession } from '#ui/services.ts';
import { useWatched } from '#ui/state/use-watched.ts';
import { describeState, progressOf } from '#ui/transcribe/session/progress.ts';
import { TranscriptionSession } from '#ui/transcribe/session/transcription-session.ts';
import { FindBar } from './find-bar.tsx';
import { Player } from './player.tsx';
import { SegmentList } from './segment-list.tsx';
import styles from './transcript.module.css';
import { TranscriptTools } from './transcript-tools.tsx';
import { usePlayer } from './use-player.ts';

/** One recording: its player, its transcript and their actions. */
export function TranscriptPage({ id }: { id: string }) {
  const transcripts = useSession(TranscriptionSession).transcripts;
  const recording = useWatched(async () => ({ row: await transcripts.get(id) }), `recording:${id}`);
  const segments = useWatched(() => transcripts.segments(id), `segments:${id}`);
  if (!recording || !segments) return <div className={page['page']} />;
  if (!recording.row) {
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
  return <Transcript recording={recording.row} segments={segments} />;
}

function Transcript({
  recording,
  segments,
}: {
  recording: Recording;
  segments: readonly StoredSegment[];
}) {
  const { id, name, state, leftOut } = recording;
  const live = useStore(useSession(TranscriptionSession).state, (store) =>
    store.live?.id === id ? store.live : null,
  );
  const player = usePlayer(id, recording.seconds);
  const [finds, setFinds] = useState(false);
  const [found, setFound] = useState('');
  const progress = progressOf(recording, live);
  const current = useMemo(
    () => segments.findLast((s) => s.start <= player.seconds + 0.05)?.id ?? null,
    [segments, player.seconds],
  );
  return (
    <>
      <PageHeader title={name} isName before={<BackToRecordings />} />
      <div className={`${page['page']} ${styles['transcript']}`}>
        <div className={styles['head']}>
          <p
            className={state === 'failed' ? controls['error'] : controls['secondary']}
            role="status"
          >
            {describeState(recording, live, Date.now())}
          </p>
          {progress !== null && <Progress label={transcribeText.progress} value={progress} />}
        </div>
        <Player recording={recording} segments={segments} player={player} />
        <TranscriptTools
          recording={recording}
          segments={segments}
          finds={finds}
          onFind={() => setFinds(!finds)}
        />
        {finds && (
          <FindBar segments={segments} text={found} onText={setFound} onSeek={player.seek} />
        )}
        {leftOut.length > 0 && <LeftOutNote recording={recording} onSeek={player.seek} />}
        <SegmentList
          recording={recording}
          segments={segments}
          currentId={current}
          isPlaying={player.isPlaying}
          found={finds ? found : ''}
          onSeek={player.seek}
        />
      </div>
    </>
  );
}

function BackToRecordings() {
  return (
    <Link
      href="/transcribe"
      className={buttonClass({ kind: 'quiet', size: 'small' })}
      aria-label={transcribeText.recordings}
      title={transcribeText.recordings}
    >
      <ArrowLeft size={18} aria-hidden />
    </Link>
  );
}

const REASONS = {
  'no-speech': 'skippedNoSpeech',
  repeated: 'skippedRepeated',
  implausible: 'skippedImplausible',
} as const satisfies Record<Recording['leftOut'][number]['why'], keyof typeof transcribeText>;

function LeftOutNote({
  recording: { leftOut },
  onSeek,
}: {
  recording: Recording;
  onSeek: (seconds: number) => void;
}) {
  return (
    <div className={styles['note']} role="note">
      {transcribeText.skipped}{' '}
      {leftOut.map(({ start, why }) => (
        <Button size="small" key={start} onClick={() => onSeek(start)}>
          {transcribeText[REASONS[why]](shortClock(start))}
        </Button>
      ))}
    </div>
  );
}
