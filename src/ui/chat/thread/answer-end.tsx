import { MessagesSquare, RefreshCw } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import type { Message } from '#storage/chat-records.ts';
import { splitFailure } from '#ui/chat/request/describe-failure.ts';
import { isAnswering } from '#ui/chat/session/conversation-state.ts';
import { readingOf } from '#ui/chat/talk/read-answer.ts';
import { useChat, useConversation } from '#ui/chat/use-chat.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { formatCount, formatSeconds } from '#ui/kit/format.ts';
import { lazyView } from '#ui/kit/lazy-view.tsx';
import { chatThreadText } from '#ui/messages/chat-thread.ts';
import { ReadButton } from '#ui/read-aloud/read-button.tsx';
import { useServices } from '#ui/services.ts';
import { beginDownload } from '#ui/state/catalog.ts';
import { useHost } from '#ui/state/models.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { MessageActions } from './message-actions.tsx';
import styles from './messages.module.css';

const OfferedModels = lazyView(() =>
  import('#ui/chat/offered-models.tsx').then((m) => m.OfferedModels),
);
const ModelMenu = lazyView(() => import('#ui/page-header/model-menu.tsx').then((m) => m.ModelMenu));

/** Below an answer: its error, its facts and its actions. */
export function AnswerEnd({ message }: { message: Message }) {
  const chat = useConversation();
  const { state, finish, error, text } = message;
  const isCut = state === 'stopped' || state === 'running' || finish === 'length';
  const isBusy = useChat(isAnswering);
  const again = {
    icon: RefreshCw,
    size: 'small' as const,
    ...(isBusy && { disabled: true, title: chatThreadText.whileAnswering }),
    onClick: () => reportFailure(chatThreadText.notAnswered, chat.regenerate(message)),
  };
  return (
    <>
      {state === 'failed' && <Failure error={error ?? ''} />}
      <p className={styles['facts']}>
        <Facts message={message} />
      </p>
      <MessageActions message={message}>
        {text !== '' && <ReadButton id={message.id} text={() => readingOf(chat, message)} />}
        {state === 'failed' ? (
          <Button {...again}>{chatThreadText.tryAgain}</Button>
        ) : (
          <IconButton label={chatThreadText.regenerate} {...again} />
        )}
        <AskAnother message={message} isBusy={isBusy} />
        {isCut && text !== '' && (
          <Button
            size="small"
            disabled={isBusy}
            onClick={() => reportFailure(chatThreadText.notAnswered, chat.continue(message))}
          >
            {chatThreadText.continue}
          </Button>
        )}
      </MessageActions>
    </>
  );
}

/** The same question to another model of this device, as a further version of the answer. */
function AskAnother({ message, isBusy }: { message: Message; isBusy: boolean }) {
  const chat = useConversation();
  const { control } = useServices();
  const isCompared = useChat(({ row }) => row.settings.secondModel !== null);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (isCompared) return null;
  const ask = (id: string) =>
    reportFailure(chatThreadText.notAnswered, chat.answerWith(message, id));
  const download = (id: string) => {
    ask(id);
    reportFailure(chatThreadText.notAnswered, beginDownload(control, id));
  };
  return (
    <>
      <IconButton
        ref={button}
        icon={MessagesSquare}
        size="small"
        label={chatThreadText.askAnother}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        disabled={isBusy}
        {...(isBusy && { title: chatThreadText.whileAnswering })}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <Suspense>
          <ModelMenu
            anchor={button.current}
            onClose={() => setOpen(false)}
            choice={{
              label: chatThreadText.askAnother,
              tasks: ['chat', 'audio-chat'],
              value: message.model ?? '',
              onChange: ask,
              offers: (close) => <OfferedModels close={close} onChoose={download} />,
            }}
          />
        </Suspense>
      )}
    </>
  );
}

function Failure({ error }: { error: string }) {
  const { sentence, details } = splitFailure(error);
  return (
    <div role="alert">
      <p className={controls['error']} dir="auto">
        {sentence}
      </p>
      {details !== '' && (
        <details className={styles['details']}>
          <summary>{chatThreadText.details}</summary>
          <p>{details}</p>
        </details>
      )}
    </div>
  );
}

/** Model, speed and time in one quiet line. */
function Facts({ message }: { message: Message }) {
  const { model, state, finish, facts, leftOut, notice } = message;
  const by = notice === undefined ? (message.servedBy ?? model) : chatThreadText.theApp;
  const title = useHost(({ models }) => models.find((m) => m.id === by)?.title ?? by);
  const parts = [title];
  if (facts) {
    parts.push(chatThreadText.tokens(facts.completionTokens));
    parts.push(chatThreadText.speed(formatCount(Math.round(facts.tokensPerSecond))));
    parts.push(chatThreadText.firstToken(formatSeconds(facts.firstTokenSeconds)));
  }
  if (state === 'stopped') parts.push(chatThreadText.stopped);
  // Its page shows it as it grows.
  if (state === 'running') parts.push(chatThreadText.inAnotherTab);
  if (finish === 'length') parts.push(chatThreadText.truncated);
  if (leftOut) parts.push(chatThreadText.leftOut(leftOut));
  return parts.join(' · ');
}
