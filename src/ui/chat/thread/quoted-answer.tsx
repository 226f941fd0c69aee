import { Suspense, useMemo } from 'react';
import type { Message, Source } from '#storage/chat-records.ts';
import { openFence } from '#ui/chat/markdown/readable-runs.ts';
import { useChat, useChatSession } from '#ui/chat/use-chat.ts';
import { Button } from '#ui/kit/button.tsx';
import { lazyView } from '#ui/kit/lazy-view.tsx';
import { chatThreadText } from '#ui/messages/chat-thread.ts';
import { GeneralModel } from '#ui/model-offer/general-model.tsx';
import { findModel } from '#ui/state/models.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import styles from './quoted-answer.module.css';

const Passage = lazyView(() => import('./passage-dialog.tsx').then((m) => m.Passage));

/** Where an answer is a sentence of its passage, word for word; null for an answer that a model wrote. */
export function quoteOf<S extends Source>(message: Message, sources: readonly S[]) {
  const [source] = sources;
  if (!source || message.text === '' || findModel(message.model ?? '')?.scope !== 'app')
    return null;
  const at = source.text.indexOf(message.text);
  return at < 0 ? null : { source, start: at, end: at + message.text.length };
}

type Quote = NonNullable<ReturnType<typeof quoteOf<Source>>>;

interface QuotedAnswerProps {
  message: Message;
  quote: Quote;
  onOpen: (source: Source) => void;
}

/** Shows the best passage as the answer with its best sentence marked, and offers a model that can write one. */
export function QuotedAnswer({ message, quote, onOpen }: QuotedAnswerProps) {
  const chat = useChatSession();
  const { source, start, end } = quote;
  const documents = useChat((state) => state.documents);
  const document = documents.find(({ id }) => id === source.documentId);
  const fence = useMemo(() => openFence(document?.text ?? '', source.start), [document, source]);
  const { text, documentName } = source;
  const use = async (model: string) => {
    await chat.changeSettings({ model });
    await chat.regenerate(message);
  };
  return (
    <>
      <figure className={styles['quote']}>
        <blockquote dir="auto">
          <Suspense fallback={text}>
            <Passage name={documentName} text={text} fence={fence} start={start} end={end} />
          </Suspense>
        </blockquote>
        <figcaption>
          <Button kind="plain" className={styles['quoted']} onClick={() => onOpen(source)}>
            {documentName}
          </Button>
        </figcaption>
      </figure>
      <div className={styles['scope']} role="note">
        <span>
          {chatThreadText.quoteScope(findModel(message.model ?? '')?.title ?? message.model ?? '')}
        </span>
        <GeneralModel
          task="chat"
          onUse={(id) => reportFailure(chatThreadText.notAnswered, use(id))}
        />
      </div>
    </>
  );
}
