import { Play } from 'lucide-react';
import { shortClock } from '#transcript-formats/clock.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { transcribeText } from '#ui/messages/transcribe.ts';
import styles from './sample-card.module.css';

/** The loudness of the recording of speech that comes with the app, in percent, and its length. */
const PEAKS = [
  3, 29, 88, 17, 100, 94, 81, 72, 89, 73, 74, 70, 19, 4, 4, 3, 4, 3, 3, 78, 82, 62, 5, 77, 78, 9, 3,
  4, 4, 4, 4, 80, 74, 81, 87, 92, 48, 58, 49, 45, 37, 57, 74, 34, 6, 5, 4, 68, 82, 65, 73, 41, 51,
  38, 41, 30, 25, 78, 67, 62, 11, 10, 12, 28,
];
const SECONDS = 11;
const STEP = 5;
const HEIGHT = 32;
const BARS = PEAKS.map((peak, i) => {
  const tall = Math.max(2, (peak / 100) * HEIGHT);
  return `M${i * STEP + 2} ${(HEIGHT - tall) / 2}v${tall}`;
}).join('');

/** Its spoken words with their times, in the recording's own language. */
const LINES = [
  { at: 0, text: 'And so, my fellow Americans,' },
  { at: 3, text: 'ask not what your country can do for you,' },
  { at: 8, text: 'ask what you can do for your country.' },
];

/** A recording to try, with what becomes of it. */
export function SampleCard({ onOpen }: { onOpen: () => void }) {
  return (
    <section className={styles['card']} aria-label={transcribeText.sample}>
      <div className={styles['head']}>
        <div className={styles['name']}>
          <strong>{transcribeText.sampleSpeech}</strong>
          <span className={controls['secondary']}>
            {transcribeText.sample} · {shortClock(SECONDS)}
          </span>
        </div>
        <Button icon={Play} onClick={onOpen}>
          {transcribeText.trySample}
        </Button>
      </div>
      <svg
        className={styles['wave']}
        viewBox={`0 0 ${PEAKS.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden
      >
        <path d={BARS} />
      </svg>
      <ol className={styles['lines']} lang="en" dir="ltr">
        {LINES.map(({ at, text }) => (
          <li key={at}>
            <span className={controls['secondary']} data-figures>
              {shortClock(at)}
            </span>
            {text}
          </li>
        ))}
      </ol>
    </section>
  );
}
