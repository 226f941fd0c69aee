import { RefreshCw } from 'lucide-react';
import { memo, Suspense } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { Message, Source } from '#storage/chat-records.ts';
import type { LiveAnswer } from '#ui/chat/session/chat-context.ts';
import { useChat, useChatSession } from '#ui/chat/use-chat.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { formatCount, formatSeconds } from '#ui/kit/format.ts';
import { lazyView } from '#ui/kit/lazy-view.tsx';
import { chatThreadText } from '#ui/messages/chat-thread.ts';
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
  if (!reading) return chatThreadText.readingConversation;
  return chatThreadText.readingTokens(formatCount(reading.processed), formatCount(reading.total));
}

interface AnswerRowProps {
  message: Message;
  sources: readonly Source[];
  results: ReadonlyMap<string, string>;
}

/** One model's answer with its sources, tool calls and actions. */
export const AnswerRow = memo(function AnswerRow({ message, sources, results }: AnswerRowProps) {
  const live = useChat(useShallow((state) => state.live[message.id]));
  const passage = usePassage();
  const isRunning = message.state === 'running' && live !== undefined;
  const text = live?.text ?? message.text;
  const quote = isRunning ? null : quoteOf(message, sources);
  const cite = (number: number) => {
    const source = sources[number - 1];
    if (source) passage.open(source);
  };
  return (
    <article
      className={styles['answer']}
      aria-label={chatThreadText.answerBy(message.model ?? chatThreadText.theModel)}
    >
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
          {...(quote ? { label: chatThreadText.bestPassages } : {})}
        />
      )}
      {!isRunning && <AnswerEnd message={message} />}
      {passage.dialog}
    </article>
  );
});

function AnswerEnd({ message }: { message: Message }) {
  const chat = useChatSession();
  const { state, finish, error, text } = message;
  const isCut = state === 'stopped' || state === 'running' || finish === 'length';
  const again = () => {
    if (chat.isAnswering(message.conversationId)) return;
    tryOrSay(chatThreadText.notAnswered, chat.regenerate(message));
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
          label={state === 'failed' ? chatThreadText.tryAgain : chatThreadText.regenerate}
          size="small"
          onClick={again}
        />
        {isCut && text !== '' && (
          <Button
            size="small"
            onClick={() => tryOrSay(chatThreadText.notAnswered, chat.continue(message))}
          >
            {chatThreadText.continue}
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
    parts.push(chatThreadText.tokens(facts.completionTokens));
    parts.push(chatThreadText.speed(formatCount(Math.round(facts.tokensPerSecond))));
    parts.push(chatThreadText.firstToken(formatSeconds(facts.firstTokenSeconds)));
  }
  if (state === 'stopped' || state === 'running') parts.push(chatThreadText.stopped);
  if (finish === 'length') parts.push(chatThreadText.truncated);
  if (leftOut) parts.push(chatThreadText.leftOut(leftOut));
  return parts.join(' · ');
}
