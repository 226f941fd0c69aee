import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { Message } from '#storage/chat-records.ts';
import { isAnswering } from '#ui/chat/session/conversation-state.ts';
import { type MessageTree, pathTo, secondAnswerOf } from '#ui/chat/session/message-tree.ts';
import { readNewAnswers } from '#ui/chat/talk/read-answer.ts';
import { useChat, useConversation } from '#ui/chat/use-chat.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Guard } from '#ui/kit/guard.tsx';
import { chatThreadText } from '#ui/messages/chat-thread.ts';
import { useReader, useStopOnLeave } from '#ui/read-aloud/read-button.tsx';
import { AnswerRow } from './answer-row.tsx';
import styles from './messages.module.css';
import { PendingMessages } from './pending-messages.tsx';
import { QuestionRow } from './question-row.tsx';
import thread from './thread.module.css';
import { ToEnd } from './to-end.tsx';

/** Maximum of mounted rows: a long chat is windowed. */
const WINDOW = 40;
const STEP = 20;

/** The shown branch of a conversation. */
export function Thread() {
  const { id: conversationId } = useConversation();
  const tree = useChat((state) => state.tree);
  const leafId = useChat(({ row, isLoading, tree: { byId } }) =>
    isLoading && byId.size === 0 ? null : row.leafId,
  );
  const isBusy = useChat(isAnswering);
  const path = useMemo(() => pathTo(tree, leafId), [tree, leafId]);
  const rows = useMemo(() => path.filter((message) => message.role !== 'tool'), [path]);
  const results = useMemo(() => toolResults(path), [path]);
  // Counted from the end: new messages push the window along.
  const [back, setBack] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  const end = Math.max(WINDOW, rows.length - back);
  const start = Math.max(0, end - WINDOW);
  const shown = rows.slice(start, end);
  useJump(rows, scroller, setBack);
  useStopOnLeave(conversationId);
  const isCompared = shown.some((message) => secondAnswerOf(tree, message) !== null);

  return (
    <div className={thread['frame']}>
      <div
        ref={scroller}
        className={thread['scroller']}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        role="log"
        // A growing answer would be read again with each of its words: its end is announced once.
        aria-live="off"
        aria-busy={isBusy}
        aria-label={chatThreadText.conversation}
      >
        <div className={`${styles['thread']} ${isCompared ? styles['compare'] : ''}`}>
          {start > 0 && (
            <More
              label={chatThreadText.earlier(start)}
              onReach={() => setBack(Math.min(rows.length - WINDOW, back + STEP))}
            />
          )}
          {shown.map((message) => (
            <Guard
              key={message.id}
              title={chatThreadText.messageNotShown}
              source={message.text}
              resetKey={message}
            >
              <Row message={message} tree={tree} results={results} />
            </Guard>
          ))}
          {end < rows.length && (
            <More
              label={chatThreadText.later(rows.length - end)}
              onReach={() => setBack(Math.max(0, back - STEP))}
            />
          )}
          <PendingMessages />
        </div>
      </div>
      <ToEnd scroller={scroller} conversationId={conversationId} onEnd={() => setBack(0)} />
      <AnswerNews />
      <SpokenAnswers />
    </div>
  );
}

/** Announces an answer once it is complete. A failed one is an alert of its own. */
function AnswerNews() {
  const chat = useConversation();
  const [news, setNews] = useState('');
  useEffect(
    () =>
      chat.state.subscribe((now, before) => {
        const { live, tree } = now;
        const ended = Object.keys(before.live).find((id) => !(id in live));
        const done = ended === undefined ? undefined : tree.byId.get(ended);
        if (Object.keys(live).length > 0) setNews('');
        else if (done?.state === 'done') setNews(chatThreadText.answerReady(countWords(done.text)));
      }),
    [chat],
  );
  return (
    <p className={controls['unseen']} role="status">
      {news}
    </p>
  );
}

/** Reads new answers aloud, where the person wants that. */
function SpokenAnswers() {
  const chat = useConversation();
  const read = useRef(useReader());
  useEffect(() => readNewAnswers(chat, (text) => read.current(text)), [chat]);
  return null;
}

function countWords(text: string): number {
  const parts = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text);
  return [...parts].filter(({ isWordLike }) => isWordLike).length;
}

/** Scrolls to the message that a search or a link asked for. */
function useJump(
  rows: readonly Message[],
  scroller: RefObject<HTMLElement | null>,
  setBack: (back: number) => void,
): void {
  const chat = useConversation();
  const target = useChat((state) => state.jumpTo);
  useEffect(() => {
    const at = rows.findIndex(({ id }) => id === target);
    if (target === null || at < 0) return;
    setBack(Math.max(0, rows.length - at - STEP));
    const frame = requestAnimationFrame(() => {
      const row = scroller.current?.querySelector(`[data-message="${CSS.escape(target)}"]`);
      row?.scrollIntoView({ block: 'center' });
      chat.jumped();
    });
    return () => cancelAnimationFrame(frame);
  }, [chat, target, rows, scroller, setBack]);
}

interface RowProps {
  message: Message;
  tree: MessageTree;
  results: ReadonlyMap<string, string>;
}

const NONE: never[] = [];

function Row({ message, tree, results }: RowProps) {
  if (message.role === 'user') return <QuestionRow message={message} />;
  const asked = message.parentId === null ? undefined : tree.byId.get(message.parentId);
  // The app speaks for itself.
  const found = message.notice ? undefined : asked;
  const sources = message.sources ?? found?.sources ?? NONE;
  const shown = { sources, matches: found?.matches ?? NONE, results };
  const second = secondAnswerOf(tree, message);
  if (!second) return <AnswerRow message={message} {...shown} />;
  return (
    <div className={styles['pair']}>
      <AnswerRow message={message} {...shown} />
      <AnswerRow message={second} {...shown} matches={NONE} />
    </div>
  );
}

/** Shows more when it is scrolled to or pressed. */
function More({ label, onReach }: { label: string; onReach: () => void }) {
  const ref = useRef<HTMLButtonElement>(null);
  const reach = useRef(onReach);
  reach.current = onReach;

  useEffect(() => {
    const { current } = ref;
    if (!current) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) reach.current();
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);

  return (
    <Button kind="quiet" size="small" ref={ref} onClick={onReach}>
      {label}
    </Button>
  );
}

/** The result of each tool call by its id. */
function toolResults(path: readonly Message[]): ReadonlyMap<string, string> {
  const tools = path.filter((message) => message.role === 'tool');
  return new Map(tools.map((message) => [message.toolCallId ?? '', message.text]));
}
