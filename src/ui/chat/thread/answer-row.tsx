import { RefreshCw } from 'lucide-react';
import { memo, Suspense } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { Message, Source } from '#storage/chat-records.ts';
import { isAnswering, type LiveAnswer, useChatStore } from '#ui/chat/session/chat-store.ts';
import { goOnWith, regenerate } from '#ui/chat/session/send-message.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { formatCount, formatSeconds } from '#ui/kit/format.ts';
import { lazyView } from '#ui/kit/lazy-view.tsx';
import { useServices } from '#ui/services.ts';
import { useHost } from '#ui/state/models.ts';
import { tryOrSay } from '#ui/state/toasts.ts';
import { AnswerText } from './answer-text.tsx';
import { MessageActions } from './message-actions.tsx';
import styles from './messages.module.css';
import { QuotedAnswer, quoteOf } from './quoted-answer.tsx';
import { Sources, usePassage } from './sources.tsx';
import { Thinking } from './thinking.tsx';

const ToolCards = lazyView(() => import('./tool-cards.tsx').then((m) => m.ToolCards));

function describeWait(reading: LiveAnswer['reading']): string {
  if (!reading) return 'Reading the conversation…';
  return `Reading ${formatCount(reading.processed)} of ${formatCount(reading.total)} tokens`;
}

interface AnswerRowProps {
  message: Message;
  sources: readonly Source[];
  results: ReadonlyMap<string, string>;
}

/** One model's answer with what came of it. */
export const AnswerRow = memo(function AnswerRow({ message, sources, results }: AnswerRowProps) {
  const live = useChatStore(useShallow((state) => state.live[message.id]));
  const passage = usePassage();
  const isRunning = message.state === 'running' && live !== undefined;
  const text = live?.text ?? message.text;
  const quote = isRunning ? null : quoteOf(message, sources);
  const cite = (number: number) => {
    const source = sources[number - 1];
    if (source) passage.open(source);
  };
  return (
    <article className={styles['answer']} aria-label={`Answer of ${message.model ?? 'the model'}`}>
      <Thinking
        text={live?.reasoning ?? message.reasoning ?? ''}
        seconds={live?.reasoningSeconds ?? null}
        isRunning={isRunning}
      />
      {text === '' && isRunning && (
        <p className={styles['waiting']}>{describeWait(live.reading)}</p>
      )}
      {quote && <QuotedAnswer message={message} quote={quote} onOpen={passage.open} />}
      {text !== '' && !quote && (
        <AnswerText
          text={text}
          isStreaming={isRunning}
          {...(sources.length > 0 ? { onCite: cite } : {})}
        />
      )}
      {(message.toolCalls?.length ?? 0) > 0 && (
        <Suspense>
          <ToolCards message={message} results={results} />
        </Suspense>
      )}
      {!isRunning && (
        <Sources
          sources={sources}
          onOpen={passage.open}
          {...(quote ? { label: 'Passages that fit' } : {})}
        />
      )}
      {!isRunning && <AnswerEnd message={message} />}
      {passage.dialog}
    </article>
  );
});

function AnswerEnd({ message }: { message: Message }) {
  const services = useServices();
  const { state, finish, error, text } = message;
  const isCut = state === 'stopped' || state === 'running' || finish === 'length';
  const again = () => {
    if (!isAnswering(message.conversationId)) tryOrSay('The answer', regenerate(services, message));
  };
  return (
    <>
      {state === 'failed' && (
        <p className={controls['error']} role="alert">
          {error}
        </p>
      )}
      <p className={styles['facts']}>
        <Facts message={message} />
      </p>
      <MessageActions message={message}>
        <IconButton
          icon={RefreshCw}
          label={state === 'failed' ? 'Try again' : 'Regenerate'}
          size="small"
          onClick={again}
        />
        {isCut && text !== '' && (
          <Button size="small" onClick={() => tryOrSay('The answer', goOnWith(services, message))}>
            Continue
          </Button>
        )}
      </MessageActions>
    </>
  );
}

/** Model, speed and time in one quiet line. */
function Facts({ message }: { message: Message }) {
  const { model, state, finish, facts, leftOut } = message;
  const title = useHost(({ models }) => models.find((m) => m.id === model)?.title ?? model);
  const parts = [title];
  if (facts) {
    parts.push(`${formatCount(facts.completionTokens)} tokens`);
    parts.push(`${facts.tokensPerSecond.toFixed(0)} tok/s`);
    parts.push(`first after ${formatSeconds(facts.firstTokenSeconds)}`);
  }
  if (state === 'stopped' || state === 'running') parts.push('stopped');
  if (finish === 'length') parts.push('cut off at the limit');
  if (leftOut) parts.push(`${leftOut} oldest messages left out`);
  return parts.join(' · ');
}
