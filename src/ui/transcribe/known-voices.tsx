import { Bookmark, BookmarkCheck, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { KnownVoice, Recording, Speaker, StoredSegment } from '#storage/transcript-records.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { formatCount } from '#ui/kit/format.ts';
import page from '#ui/kit/page.module.css';
import { language } from '#ui/messages/catalogue.ts';
import { knownVoicesText } from '#ui/messages/known-voices.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { BackLink } from '#ui/page-header/back-link.tsx';
import { PageHeader } from '#ui/page-header/page-header.tsx';
import { useSession } from '#ui/services.ts';
import { reportFailure, showToast } from '#ui/state/toasts.ts';
import { useWatched } from '#ui/state/use-watched.ts';
import { isNumbered } from '#ui/transcribe/session/find-turns.ts';
import { clipOf, isFull, type KnownVoices } from '#ui/transcribe/session/known-voices.ts';
import { TranscriptionSession } from '#ui/transcribe/session/transcription-session.ts';
import styles from './known-voices.module.css';

/** The voices that are named in recordings to come. */
function useKnownVoices(): [KnownVoices, readonly KnownVoice[] | null] {
  const { voices } = useSession(TranscriptionSession).speakers;
  return [voices, useWatched(() => voices.list(), 'known-voices')];
}

interface KnowVoiceProps {
  recording: Recording;
  segments: readonly StoredSegment[];
  speaker: Speaker;
}

/** Remembers the voice of a speaker after a question, or forgets it. */
export function KnowVoice({ recording, segments, speaker }: KnowVoiceProps) {
  const [voices, known] = useKnownVoices();
  const [isAsking, setIsAsking] = useState(false);
  const { name } = speaker;
  const isKnown = known?.some((voice) => voice.name === name) ?? false;
  const clip = clipOf(segments, speaker.id);

  async function remember() {
    setIsAsking(false);
    if (clip) await voices.remember(recording, speaker, clip, Date.now());
  }

  return (
    <>
      <IconButton
        icon={isKnown ? BookmarkCheck : Bookmark}
        kind="quiet"
        label={knownVoicesText.know(name)}
        aria-pressed={isKnown}
        onClick={() => {
          if (!isKnown) setIsAsking(true);
          else forget(voices, name);
        }}
      />
      {isAsking && known && (
        <Dialog title={knownVoicesText.ask(name)} onClose={() => setIsAsking(false)}>
          <Question
            name={name}
            problem={problemOf(name, clip !== null, known)}
            onRemember={() => reportFailure(knownVoicesText.notStored, remember())}
          />
        </Dialog>
      )}
    </>
  );
}

function problemOf(name: string, hasClip: boolean, known: readonly KnownVoice[]): string | null {
  if (isNumbered(name)) return knownVoicesText.unnamed;
  if (!hasClip) return knownVoicesText.tooShort;
  return isFull(known) ? knownVoicesText.full(formatCount(known.length)) : null;
}

interface QuestionProps {
  name: string;
  /** Why it cannot be remembered. */
  problem: string | null;
  onRemember: () => void;
}

function Question({ name, problem, onRemember }: QuestionProps) {
  if (problem !== null) return <p>{problem}</p>;
  return (
    <div className={styles['question']}>
      <p>{knownVoicesText.askAbout(name)}</p>
      <p className={controls['secondary']}>{knownVoicesText.askLater}</p>
      <div className={controls['row']}>
        <Button kind="primary" data-first-focus onClick={onRemember}>
          {knownVoicesText.remember}
        </Button>
      </div>
    </div>
  );
}

/** Forgets the voices of a name, or all; the toast brings them back. */
function forget(voices: KnownVoices, name?: string): void {
  const work = voices.forget(name).then((restore) => {
    const text =
      name === undefined ? knownVoicesText.allForgotten : knownVoicesText.forgotten(name);
    showToast({ text, action: { label: transcribeText.undo, run: restore } });
  });
  reportFailure(knownVoicesText.notStored, work);
}

/** How many voices are known, and where they are managed. */
export function KnownVoicesNote() {
  const [, known] = useKnownVoices();
  if (!known || known.length === 0) return null;
  return (
    <p className={controls['secondary']}>
      {knownVoicesText.count(formatCount(known.length))}{' '}
      <Link href="/transcribe/voices">{knownVoicesText.manage}</Link>
    </p>
  );
}

/** Every known voice, to play and to forget. */
export function KnownVoicesPage() {
  const [voices, known] = useKnownVoices();
  const section = useRef<HTMLElement>(null);
  /** The button goes with its press: the next one is at hand. */
  const forgetOne = ({ id, name }: KnownVoice) => {
    const rows = [...(section.current?.querySelectorAll<HTMLElement>('[data-voice]') ?? [])];
    const at = rows.findIndex((row) => row.dataset['voice'] === id);
    const next = (rows[at + 1] ?? rows[at - 1])?.querySelector('button') ?? section.current;
    next?.focus();
    forget(voices, name);
  };
  return (
    <>
      <PageHeader
        title={knownVoicesText.title}
        before={<BackLink href="/transcribe" label={knownVoicesText.back} />}
      />
      <div className={page['page']}>
        <section ref={section} className={page['section']} tabIndex={-1}>
          <p className={page['lead']}>{knownVoicesText.about}</p>
          {known?.length === 0 && <p className={controls['secondary']}>{knownVoicesText.none}</p>}
          <ul className={styles['voices']}>
            {known?.map((voice) => (
              <VoiceRow key={voice.id} voice={voice} onForget={() => forgetOne(voice)} />
            ))}
          </ul>
          {known && known.length > 1 && (
            <div className={controls['row']}>
              <Button
                size="small"
                onClick={() => {
                  section.current?.focus();
                  forget(voices);
                }}
              >
                {knownVoicesText.forgetAll}
              </Button>
            </div>
          )}
        </section>
      </div>
    </>
  );
}

function VoiceRow({ voice, onForget }: { voice: KnownVoice; onForget: () => void }) {
  const { name, source, addedAt } = voice;
  const play = usePlay(voice);
  const date = new Date(addedAt).toLocaleDateString(language(), { dateStyle: 'medium' });
  return (
    <li className={styles['voice']} data-voice={voice.id}>
      <IconButton icon={Play} label={knownVoicesText.play(name)} onClick={play} />
      <span className={styles['facts']}>
        <bdi className={styles['name']}>{name}</bdi>
        <span className={controls['secondary']}>{knownVoicesText.from(source, date)}</span>
      </span>
      <Button
        kind="quiet"
        size="small"
        aria-label={knownVoicesText.forgetOf(name)}
        onClick={onForget}
      >
        {knownVoicesText.forget}
      </Button>
    </li>
  );
}

interface Playing {
  audio: HTMLAudioElement;
  address: string;
}

function stopPlaying(playing: { current: Playing | null }): void {
  playing.current?.audio.pause();
  if (playing.current) URL.revokeObjectURL(playing.current.address);
  playing.current = null;
}

/** Plays a clip from its beginning; it ends when its row goes. */
function usePlay({ clip }: KnownVoice): () => void {
  const playing = useRef<Playing | null>(null);
  useEffect(() => () => stopPlaying(playing), []);
  return () => {
    stopPlaying(playing);
    const address = URL.createObjectURL(clip);
    const audio = new Audio(address);
    playing.current = { audio, address };
    const started = audio.play().catch((error: unknown) => {
      // A press that stops it before it has begun did not fail.
      if (playing.current?.audio === audio) throw error;
    });
    reportFailure(knownVoicesText.notPlayed, started);
  };
}
