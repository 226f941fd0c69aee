import { Bookmark, Maximize2, Minimize2, Pause, Play, RotateCcw, RotateCw } from 'lucide-react';
import { type Ref, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Recording, StoredSegment } from '#storage/transcript-records.ts';
import { preciseClock, shortClock } from '#transcript-formats/clock.ts';
import { IconButton } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Select } from '#ui/kit/select.tsx';
import { language } from '#ui/messages/catalogue.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { useSession } from '#ui/services.ts';
import { useWatched } from '#ui/state/use-watched.ts';
import type { Playback } from '#ui/transcribe/session/playback.ts';
import { hasSound } from '#ui/transcribe/session/progress.ts';
import { TranscriptionSession } from '#ui/transcribe/session/transcription-session.ts';
import { segmentAt } from '#ui/transcribe/session/word-times.ts';
import styles from './player.module.css';
import { Waveform } from './waveform.tsx';

const SPEEDS = [0.75, 1, 1.25, 1.5, 2];
const STEP_SECONDS = 5;
const NO_PEAKS = new Uint8Array(0);

const formatSpeed = (speed: number) => `${new Intl.NumberFormat(language()).format(speed)}×`;

interface PlayerProps {
  recording: Recording;
  segments: readonly StoredSegment[];
  playback: Playback;
  /** Marks a second. */
  onMark: (second: number) => void;
}

/** Plays a recording and draws its waveform; nothing where only its transcript is here. */
export function Player(props: PlayerProps) {
  return hasSound(props.recording) ? <SoundPlayer {...props} /> : null;
}

function SoundPlayer({ recording, segments, playback, onMark }: PlayerProps) {
  const { id, seconds: length, marks } = recording;
  const { transcripts } = useSession(TranscriptionSession);
  const peaks = useWatched(() => transcripts.peaks(id), `peaks:${id}`);
  const source = useFile(id);
  const sound = useRef<HTMLVideoElement & HTMLAudioElement>(null);
  const isVideo = recording.type.startsWith('video/');
  const { isPlaying, problem, rate } = useStore(playback.state);
  useEffect(() => {
    if (source && sound.current) return playback.attach(sound.current);
    return undefined;
  }, [source, playback]);
  // Typing must not wait for a picture.
  const times = useDeferredValue(segments);
  const isOff = !source || problem !== null;
  const { skipBack, skipForward } = transcribeText;
  return (
    <section className={styles['player']} aria-label={transcribeText.player} data-player>
      {/* biome-ignore lint/a11y/useMediaCaption: the transcript above is the caption */}
      {source && !isVideo && <audio ref={sound} src={source} preload="metadata" />}
      {source && isVideo && <Video ref={sound} {...{ source, playback, segments: times }} />}
      <div className={styles['keys']}>
        <IconButton
          icon={RotateCcw}
          label={skipBack}
          disabled={isOff}
          onClick={() => playback.skip(-STEP_SECONDS)}
        />
        <IconButton
          kind="primary"
          className={styles['play']}
          icon={isPlaying ? Pause : Play}
          iconSize={20}
          label={isPlaying ? transcribeText.pause : transcribeText.play}
          disabled={isOff}
          onClick={() => playback.toggle()}
        />
        <IconButton
          icon={RotateCw}
          label={skipForward}
          disabled={isOff}
          onClick={() => playback.skip(STEP_SECONDS)}
        />
      </div>
      <Clock playback={playback} length={length} />
      <Waveform
        peaks={peaks ?? NO_PEAKS}
        {...{ length, playback, segments: times, marks: marks ?? [] }}
      />
      <IconButton
        icon={Bookmark}
        label={transcribeText.markNow}
        disabled={isOff}
        onClick={() => onMark(playback.state.getState().seconds)}
      />
      <Select
        label={transcribeText.speed}
        isLabelHidden
        className={styles['speed']}
        options={SPEEDS.map((speed) => ({ id: speed, name: formatSpeed(speed) }))}
        value={rate}
        onChange={(chosen) => playback.setRate(chosen)}
      />
      {problem && <span className={`${controls['error']} ${styles['problem']}`}>{problem}</span>}
    </section>
  );
}

interface VideoProps {
  ref: Ref<HTMLVideoElement>;
  source: string;
  playback: Playback;
  segments: readonly StoredSegment[];
}

/** The picture of a recording next to its text, with the text as captions. A file may be a video without a picture. */
function Video({ ref, source, playback, segments }: VideoProps) {
  const [size, setSize] = useState<'none' | 'small' | 'large'>('none');
  const said = useStore(playback.state, ({ seconds }) => {
    const segment = segmentAt(segments, seconds);
    return segment && segment.end > seconds ? segment.text.trim() : '';
  });
  const isLarge = size === 'large';
  return (
    <div className={styles['video']} data-size={size}>
      {/* biome-ignore lint/a11y/useMediaCaption: the captions are below */}
      <video
        ref={ref}
        src={source}
        preload="metadata"
        playsInline
        onClick={() => playback.toggle()}
        onLoadedMetadata={({ currentTarget }) => {
          if (currentTarget.videoWidth > 0) setSize('small');
        }}
      />
      {size !== 'none' && (
        <IconButton
          className={styles['resize']}
          icon={isLarge ? Minimize2 : Maximize2}
          label={isLarge ? transcribeText.smallerVideo : transcribeText.largerVideo}
          onClick={() => setSize(isLarge ? 'small' : 'large')}
        />
      )}
      {isLarge && said !== '' && (
        <p className={styles['caption']} dir="auto">
          {said}
        </p>
      )}
    </div>
  );
}

function Clock({ playback, length }: { playback: Playback; length: number }) {
  const at = useStore(playback.state, ({ seconds }) => preciseClock(seconds));
  return (
    <span className={styles['clock']}>
      <b>{at}</b> / {shortClock(length)}
    </span>
  );
}

/** URL of the stored audio; null until it is read. */
function useFile(id: string): string | null {
  const { transcripts } = useSession(TranscriptionSession);
  const [source, setSource] = useState<string | null>(null);
  useEffect(() => {
    let url: string | null = null;
    let isGone = false;
    transcripts.file(id).then((file) => {
      if (!file || isGone) return;
      url = URL.createObjectURL(file);
      setSource(url);
    }, reportError);
    return () => {
      isGone = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [transcripts, id]);
  return source;
}
