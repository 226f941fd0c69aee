import controls from '#ui/kit/controls.module.css';
import { developerText } from '#ui/messages/developer.ts';
import type { PlaygroundResult } from './run-request.ts';

interface PlaygroundAnswerProps {
  result: PlaygroundResult | null;
  isRunning: boolean;
}

export function PlaygroundAnswer({ result, isRunning }: PlaygroundAnswerProps) {
  if (!result) {
    return isRunning ? <p className={controls['secondary']}>{developerText.waiting}</p> : null;
  }
  return (
    <section aria-label={developerText.answer} aria-live="polite">
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className={`${controls['listing']} ${result.isError ? controls['error'] : ''}`}
      >
        {result.text}
      </pre>
      <p className={controls['secondary']}>
        {result.facts.map(([name, value]) => `${name}: ${value}`).join(' · ')}
      </p>
    </section>
  );
}
