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
import { aroundQuote } from './around-quote.ts';
import styles from './quoted-answer.module.css';

const Passage = lazyView(() => import('./passage-dialog.tsx').then((m) => m.Passage));

/** Whether Guide wrote it: it knows the pages of this app, and no documents. */
export const isByGuide = ({ model }: Message) => findModel(model ?? '')?.scope === 'app';

/** Where an answer is a sentence of its passage, word for word; null for an answer that a model wrote. */
export function quoteOf<S extends Source>(message: Message, sources: readonly S[]) {
  const [source] = sources;
  if (!source || message.text === '' || !isByGuide(message)) return null;
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
  const { text, documentName } = source;
  const { from, to } = aroundQuote(text, start, end);
  const at = source.start + from;
  const fence = useMemo(() => openFence(document?.text ?? '', at), [document, at]);
  const use = async (model: string) => {
    await chat.changeSettings({ model });
    await chat.regenerate(message);
  };
  return (
    <>
      <figure className={styles['quote']}>
        <blockquote dir="auto">
          <Suspense fallback={text}>
            {from > 0 && '… '}
            <Passage
              name={documentName}
              text={text.slice(from, to)}
              fence={fence}
              start={start - from}
              end={end - from}
            />
            {to < text.length && ' …'}
          </Suspense>
        </blockquote>
        <figcaption>
          <Button
            data-words
            kind="plain"
            className={styles['quoted']}
            onClick={() => onOpen(source)}
          >
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
