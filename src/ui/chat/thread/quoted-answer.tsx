import { Suspense, useMemo } from 'react';
import type { Message, Source } from '#storage/chat-records.ts';
import { openFence } from '#ui/chat/markdown/readable-runs.ts';
import { useChat } from '#ui/chat/use-chat.ts';
import { Button } from '#ui/kit/button.tsx';
import { lazyView } from '#ui/kit/lazy-view.tsx';
import { chatThreadText } from '#ui/messages/chat-thread.ts';
import { tablesText } from '#ui/messages/tables.ts';
import { AnswerOffer } from './answer-offer.tsx';
import { aroundQuote, type Quote } from './quote-of.ts';
import styles from './quoted-answer.module.css';

const Passage = lazyView(() => import('./passage-dialog.tsx').then((m) => m.Passage));

interface QuotedAnswerProps {
  message: Message;
  quote: Quote;
  onOpen: (source: Source) => void;
}

/** Shows the best passage as the answer with its best sentence marked, and offers a model that can write one. */
export function QuotedAnswer({ message, quote, onOpen }: QuotedAnswerProps) {
  const { source, start, end, opening } = quote;
  const documents = useChat((state) => state.documents);
  const document = documents.find(({ id }) => id === source.documentId);
  const { text, documentName } = source;
  const { from, to } = aroundQuote(text, start, end);
  const at = source.start + from;
  const fence = useMemo(() => openFence(document?.text ?? '', at), [document, at]);
  return (
    <>
      {opening !== '' && <p className={styles['opening']}>{opening}</p>}
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
        <span>{source.computed ? tablesText.scope : chatThreadText.quoteScope}</span>
        <AnswerOffer message={message} />
      </div>
    </>
  );
}
