import controls from '#ui/components/controls.module.css';
import styles from './developer.module.css';
import type { PlaygroundResult } from './run-request.ts';

interface PlaygroundAnswerProps {
  result: PlaygroundResult | null;
  isRunning: boolean;
}

export function PlaygroundAnswer({ result, isRunning }: PlaygroundAnswerProps) {
  if (!result) {
    return isRunning ? <p className={controls['secondary']}>Waiting for the first bytes…</p> : null;
  }
  return (
    <section aria-label="Answer" aria-live="polite">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <pre tabIndex={0} className={`${styles['code']} ${result.isError ? controls['error'] : ''}`}>
        {result.text}
      </pre>
      <p className={controls['secondary']}>
        {result.facts.map(([name, value]) => `${name}: ${value}`).join(' · ')}
      </p>
    </section>
  );
}
