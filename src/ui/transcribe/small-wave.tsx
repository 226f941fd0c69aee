import { useMemo } from 'react';
import { useSession } from '#ui/services.ts';
import { useWatched } from '#ui/state/use-watched.ts';
import { TranscriptionSession } from '#ui/transcribe/session/transcription-session.ts';
import styles from './recording-list.module.css';

const WIDTH = 120;
const HEIGHT = 24;
/** Bars of a waveform that is a picture in a list. */
export const BARS = 40;
const STEP = WIDTH / BARS;

/** The waveform of a recording as a small picture; the part that is transcribed in colour. */
export function SmallWave({ id, done }: { id: string; done: number }) {
  const { transcripts } = useSession(TranscriptionSession);
  const peaks = useWatched(async () => listPeaks(await transcripts.peaks(id)), `small-peaks:${id}`);
  const [path, rest] = useMemo(() => {
    const bars = (peaks ?? []).map((peak, i) => {
      const tall = Math.max(2, peak * HEIGHT);
      return `M${(i + 0.5) * STEP} ${(HEIGHT - tall) / 2}v${tall}`;
    });
    const at = Math.round(done * bars.length);
    return [bars.slice(0, at).join(''), bars.slice(at).join('')];
  }, [peaks, done]);
  return (
    <svg className={styles['wave']} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden>
      <path d={rest} className={styles['ahead']} />
      <path d={path} />
    </svg>
  );
}

/**
 * The waveform as `BARS` heights of 0…1, the loudest being 1: the mean of the peaks that fall on each. The
 * highest of them would make a block of every long recording.
 */
export function listPeaks(peaks: Uint8Array): number[] {
  const means = Array.from({ length: BARS }, (_, i) => {
    const from = Math.floor((i / BARS) * peaks.length);
    const some = peaks.subarray(from, Math.max(from + 1, ((i + 1) / BARS) * peaks.length));
    return some.length === 0 ? 0 : some.reduce((sum, peak) => sum + peak, 0) / some.length;
  });
  const loudest = Math.max(...means, 1);
  return means.map((mean) => mean / loudest);
}
