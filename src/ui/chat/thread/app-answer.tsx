import { Link } from 'wouter';
import type { Message } from '#storage/chat-records.ts';
import { PagesContext } from '#ui/chat/markdown/cite-context.ts';
import { buttonClass } from '#ui/kit/button.tsx';
import { chatThreadText } from '#ui/messages/chat-thread.ts';
import { useSent } from '#ui/state/sent.ts';
import { AnswerOffer } from './answer-offer.tsx';
import { AnswerText } from './answer-text.tsx';
import styles from './quoted-answer.module.css';

/** What the app answered in the place of Guide, or that Guide does not know, with what helps further. */
export function AppAnswer({ message }: { message: Message }) {
  const { notice, text } = message;
  if (notice === 'privacy') return <PrivacyAnswer text={text} />;
  if (notice === 'reading') return <AnswerText text={text} isStreaming={false} />;
  return (
    <>
      <PagesContext value>
        <AnswerText text={text} isStreaming={false} />
      </PagesContext>
      <div className={styles['scope']} role="note">
        <AnswerOffer message={message} />
      </div>
    </>
  );
}

/** The stored answer with the count of now in the place of the one it was written with. */
function PrivacyAnswer({ text }: { text: string }) {
  const count = useSent((state) => state.sinceOpened);
  const [place = '', , ...check] = text.split('\n\n');
  const now = [place, chatThreadText.sentSinceOpened(count), ...check].join('\n\n');
  return (
    <>
      <AnswerText text={now} isStreaming={false} />
      <div className={styles['scope']}>
        <Link href="/settings/privacy" className={buttonClass({ size: 'small' })}>
          {chatThreadText.showSent}
        </Link>
        <Link href="/settings/data" className={buttonClass({ size: 'small' })}>
          {chatThreadText.showStored}
        </Link>
      </div>
    </>
  );
}
