import { memo, Suspense } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { Message, Source } from '#storage/chat-records.ts';
import { PagesContext } from '#ui/chat/markdown/cite-context.ts';
import type { LiveAnswer } from '#ui/chat/session/conversation-state.ts';
import { useChat } from '#ui/chat/use-chat.ts';
import { formatSeconds } from '#ui/kit/format.ts';
import { lazyView } from '#ui/kit/lazy-view.tsx';
import { LongText } from '#ui/kit/long-text.tsx';
import { chatThreadText } from '#ui/messages/chat-thread.ts';
import { AnswerEnd } from './answer-end.tsx';
import { AnswerText, type AnswerTextProps } from './answer-text.tsx';
import { AnswerWait } from './answer-wait.tsx';
import styles from './messages.module.css';
import { isByGuide, isUnknown, type Quote, quoteOf } from './quote-of.ts';
import { Matches, Sources, usePassage } from './sources.tsx';

// Most chats have no documents.
const QuotedAnswer = lazyView(() => import('./quoted-answer.tsx').then((m) => m.QuotedAnswer));
const AppAnswer = lazyView(() => import('./app-answer.tsx').then((m) => m.AppAnswer));
const ListedAnswer = lazyView(() => import('./listed-answer.tsx').then((m) => m.ListedAnswer));
const ListingProgress = lazyView(() =>
  import('./listing-progress.tsx').then((m) => m.ListingProgress),
);
const ToolCards = lazyView(() => import('./tool-cards.tsx').then((m) => m.ToolCards));

interface AnswerRowProps {
  message: Message;
  sources: readonly Source[];
  /** Files that are about the question. */
  matches: readonly Source[];
  results: ReadonlyMap<string, string>;
}

/** One model's answer with its sources, tool calls and actions. */
export const AnswerRow = memo(function AnswerRow(props: AnswerRowProps) {
  const { message, sources, results } = props;
  const live = useChat(useShallow((state) => state.live[message.id]));
  const passage = usePassage();
  const isRunning = message.state === 'running' && live !== undefined;
  const text = live?.text ?? message.text;
  const quote = isRunning ? null : quoteOf(message, sources);
  const matches = filesAbout(quote, props.matches);
  return (
    <article
      data-message={message.id}
      className={styles['answer']}
      aria-label={chatThreadText.answerBy(
        message.notice ? chatThreadText.theApp : (message.model ?? chatThreadText.theModel),
      )}
    >
      <Thinking
        text={live?.reasoning ?? message.reasoning ?? ''}
        seconds={live?.reasoningSeconds ?? null}
        isRunning={isRunning}
      />
      {text === '' && isRunning && <Waiting message={message} live={live} />}
      <Words {...{ message, sources, text, isRunning, quote }} onOpen={passage.open} />
      {(message.toolCalls?.length ?? 0) > 0 && (
        <Suspense>
          <ToolCards message={message} results={results} />
        </Suspense>
      )}
      {!isRunning && !message.listing && !(quote && matches.length > 0) && (
        <Sources
          sources={sources}
          onOpen={passage.open}
          {...(quote ? { label: chatThreadText.bestPassages } : {})}
        />
      )}
      {!isRunning && <Matches matches={matches} onOpen={passage.open} />}
      {!isRunning && <AnswerEnd message={message} />}
      {passage.dialog}
    </article>
  );
});

function Waiting({ message, live }: { message: Message; live: LiveAnswer }) {
  const { reading, listing } = live;
  const wait = <AnswerWait message={message} reading={reading} />;
  // The first line waits for the model.
  if (!listing || (listing.phase === 'model' && listing.done === 0)) return wait;
  return (
    <Suspense fallback={wait}>
      <ListingProgress message={message} work={listing} />
    </Suspense>
  );
}

interface WordsProps extends Pick<AnswerRowProps, 'message' | 'sources'> {
  text: string;
  isRunning: boolean;
  quote: Quote | null;
  onOpen: (source: Source) => void;
}

/** A passage, what the app said, or what the model wrote. */
function Words({ message, sources, text, isRunning, quote, onOpen }: WordsProps) {
  const special = specialWords({ message, quote, onOpen });
  if (special) return <Suspense fallback={message.listing ? null : text}>{special}</Suspense>;
  if (text === '') return null;
  const cite = (number: number) => {
    const source = sources[number - 1];
    if (source) onOpen(source);
  };
  return (
    <PagesContext value={isByGuide(message)}>
      <AnswerBody
        text={text}
        isStreaming={isRunning}
        {...(sources.length > 0 ? { onCite: cite } : {})}
      />
    </PagesContext>
  );
}

/** No file is about a thing that the documents do not have. */
const filesAbout = (quote: Quote | null, matches: readonly Source[]) =>
  quote?.opening ? [] : matches;

/** The words of an answer that no model wrote as a whole; null for one that it did. */
function specialWords({
  message,
  quote,
  onOpen,
}: Pick<WordsProps, 'message' | 'quote' | 'onOpen'>) {
  const { listing } = message;
  if (listing) return <ListedAnswer message={message} listing={listing} onOpen={onOpen} />;
  if (quote) return <QuotedAnswer message={message} quote={quote} onOpen={onOpen} />;
  return message.notice || isUnknown(message) ? <AppAnswer message={message} /> : null;
}

interface ThinkingProps {
  text: string;
  /** Seconds it took; null while it is running. */
  seconds: number | null;
  isRunning: boolean;
}

/** The reasoning before an answer, folded to one line. */
function Thinking({ text, seconds, isRunning }: ThinkingProps) {
  if (text === '') return null;
  const isOver = seconds !== null || !isRunning;
  const done =
    seconds === null ? chatThreadText.thought : chatThreadText.thoughtFor(formatSeconds(seconds));
  return (
    <details className={styles['thinking']}>
      <summary>{isOver ? done : chatThreadText.thinking}</summary>
      <LongText text={text} />
    </details>
  );
}

const JsonAnswer = lazyView(() => import('./json-answer.tsx').then((m) => m.JsonAnswer));

/** Without a schema only an object can be a whole answer: `[1]` is a citation. */
const OBJECT = /^\s*\{\s*(?:"|$)/;

/** The words of an answer: Markdown or JSON. */
function AnswerBody(props: AnswerTextProps) {
  const { text, isStreaming } = props;
  const schema = useChat(({ row }) => row.settings.outputSchema ?? '');
  const isJson = OBJECT.test(text) || (schema.trim() !== '' && /^\s*\[/.test(text));
  if (!isJson) return <AnswerText {...props} />;
  return (
    <Suspense fallback={<LongText text={text} />}>
      <JsonAnswer text={text} isStreaming={isStreaming} schema={schema} />
    </Suspense>
  );
}
