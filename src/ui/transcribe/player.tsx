import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import type { Recording, StoredSegment } from '#storage/transcript-records.ts';
import { shortClock } from '#transcript-formats/clock.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Select } from '#ui/kit/select.tsx';
import { language } from '#ui/messages/catalogue.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { useSession } from '#ui/services.ts';
import { useWatched } from '#ui/state/use-watched.ts';
import { TranscriptionSession } from '#ui/transcribe/session/transcription-session.ts';
import styles from './transcript.module.css';
import type { PlayerState } from './use-player.ts';
import { Waveform } from './waveform.tsx';

const SPEEDS = [0.75, 1, 1.25, 1.5, 2];

const formatSpeed = (speed: number) => `${new Intl.NumberFormat(language()).format(speed)}×`;

interface PlayerProps {
  recording: Recording;
  segments: readonly StoredSegment[];
  player: PlayerState;
}

/** Plays a recording and draws its waveform. */
export function Player({ recording, segments, player }: PlayerProps) {
  const transcripts = useSession(TranscriptionSession).transcripts;
  const peaks = useWatched(() => transcripts.peaks(recording.id), `peaks:${recording.id}`);
  const { audio, source, seconds, length, isPlaying, problem, toggle, seek } = player;
  const [speed, setSpeed] = useState(1);
  return (
    <section className={styles['player']} aria-label={transcribeText.player}>
      {/* biome-ignore lint/a11y/useMediaCaption: the transcript below is the caption */}
      {source && <audio ref={audio} src={source} preload="metadata" />}
      <Waveform
        peaks={peaks ?? new Uint8Array(0)}
        length={length}
        seconds={seconds}
        segments={segments}
        onSeek={seek}
      />
      <div className={controls['row']}>
        <Button disabled={!source || problem !== null} onClick={toggle}>
          {isPlaying ? <Pause size={18} aria-hidden /> : <Play size={18} aria-hidden />}
          {isPlaying ? transcribeText.pause : transcribeText.play}
        </Button>
        <span className={styles['clock']}>
          {shortClock(seconds)} / {shortClock(length)}
        </span>
        <Select
          label={transcribeText.speed}
          isInline
          className={styles['speed']}
          options={SPEEDS.map((id) => ({ id, name: formatSpeed(id) }))}
          value={speed}
          onChange={(chosen) => {
            setSpeed(chosen);
            if (audio.current) audio.current.playbackRate = chosen;
          }}
        />
        {problem && <span className={controls['error']}>{problem}</span>}
      </div>
    </section>
  );
}
