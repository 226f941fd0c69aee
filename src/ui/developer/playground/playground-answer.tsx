import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import styles from '#ui/developer/developer.module.css';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { developerText } from '#ui/messages/developer.ts';
import type { PlaygroundResult } from './run-request.ts';

interface PlaygroundAnswerProps {
  result: PlaygroundResult | null;
  isRunning: boolean;
}

const TABS = ['answer', 'prompt', 'raw', 'headers'] as const;
type Tab = (typeof TABS)[number];

/** What came back: the answer to read, the body as it came, and the headers. */
export function PlaygroundAnswer({ result, isRunning }: PlaygroundAnswerProps) {
  const [tab, setTab] = useState<Tab>('answer');
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isRunning) section.current?.scrollIntoView({ block: 'nearest' });
  }, [isRunning]);
  const names = {
    answer: developerText.answer,
    prompt: developerText.prompt,
    raw: result?.isStream ? developerText.events : developerText.rawBody,
    headers: developerText.headers,
  };
  function step(event: KeyboardEvent) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = TABS[(TABS.indexOf(tab) + by + TABS.length) % TABS.length] ?? tab;
    setTab(next);
    document.getElementById(`answer-${next}`)?.focus();
  }
  const prompt = result?.prompt ?? developerText.noPrompt;
  const text =
    result && { answer: result.answer || result.text, prompt, raw: result.text, headers: '' }[tab];
  return (
    <section ref={section} aria-label={developerText.answer} className={styles['result']}>
      <div role="tablist" aria-label={developerText.answer} className={styles['small']}>
        {TABS.map((name) => (
          <Button
            key={name}
            kind="plain"
            id={`answer-${name}`}
            role="tab"
            aria-selected={name === tab}
            aria-controls="answer-panel"
            tabIndex={name === tab ? 0 : -1}
            onClick={() => setTab(name)}
            onKeyDown={step}
          >
            {names[name]}
          </Button>
        ))}
      </div>
      <div
        id="answer-panel"
        role="tabpanel"
        aria-labelledby={`answer-${tab}`}
        aria-live="polite"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        className={tab === 'answer' && !result?.isError ? styles['reading'] : controls['listing']}
        dir={tab === 'answer' ? 'auto' : undefined}
      >
        {!result && (isRunning ? developerText.waiting : developerText.noAnswerYet)}
        {tab === 'headers' && result
          ? result.headers.map(([name, value]) => <div key={name}>{`${name}: ${value}`}</div>)
          : text}
        {tab === 'answer' && result?.sound && <Sound data={result.sound} />}
      </div>
      <p className={controls['secondary']}>
        {result?.facts.map(([name, value]) => `${name}: ${value}`).join(' · ')}
      </p>
    </section>
  );
}

/** A player; PCM without a header is something that browsers do not play. */
function Sound({ data }: { data: Blob }) {
  const player = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    const address = URL.createObjectURL(data);
    if (player.current) player.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [data]);
  if (data.type.includes('pcm')) return null;
  return (
    // biome-ignore lint/a11y/useMediaCaption: what it says is in the request
    <audio ref={player} className={styles['sound']} controls aria-label={developerText.sound} />
  );
}
