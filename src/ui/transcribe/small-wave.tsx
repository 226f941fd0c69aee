import { useMemo } from 'react';
import { useSession } from '#ui/services.ts';
import { useWatched } from '#ui/state/use-watched.ts';
import { BARS, listPeaks } from '#ui/transcribe/session/list-peaks.ts';
import { TranscriptionSession } from '#ui/transcribe/session/transcription-session.ts';
import styles from './recording-list.module.css';

const WIDTH = 120;
const HEIGHT = 24;
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
