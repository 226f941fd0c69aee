import { Pause, Play } from 'lucide-react';
import type { Recording, StoredSegment } from '#storage/transcript-records.ts';
import { shortClock } from '#transcript-formats/clock.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { useServices } from '#ui/services.ts';
import { useWatched } from '#ui/state/use-watched.ts';
import { transcriptsOf } from '#ui/transcribe/session/room.ts';
import styles from './transcript.module.css';
import type { PlayerState } from './use-player.ts';
import { Waveform } from './waveform.tsx';

const SPEEDS = [0.75, 1, 1.25, 1.5, 2];

interface PlayerProps {
  recording: Recording;
  segments: readonly StoredSegment[];
  player: PlayerState;
}

/** The sound with its waveform. */
export function Player({ recording, segments, player }: PlayerProps) {
  const transcripts = transcriptsOf(useServices());
  const peaks = useWatched(() => transcripts.peaks(recording.id), `peaks:${recording.id}`);
  const { audio, source, seconds, length, isPlaying, problem, toggle, seek } = player;
  return (
    <section className={styles['player']} aria-label="Player">
      {/* The words of the sound are the page itself. */}
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
          {isPlaying ? 'Pause' : 'Play'}
        </Button>
        <span className={styles['clock']}>
          {shortClock(seconds)} / {shortClock(length)}
        </span>
        <label className={controls['row']}>
          <span className={controls['secondary']}>Speed</span>
          <select
            className={`${controls['field']} ${styles['speed']}`}
            defaultValue={1}
            onChange={(event) => {
              if (audio.current) audio.current.playbackRate = Number(event.target.value);
            }}
          >
            {SPEEDS.map((speed) => (
              <option key={speed} value={speed}>
                {speed}×
              </option>
            ))}
          </select>
        </label>
        {problem && <span className={controls['error']}>{problem}</span>}
      </div>
    </section>
  );
}
