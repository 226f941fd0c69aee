import { ArrowRight } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { useChat, useConversation } from '#ui/chat/use-chat.ts';
import { Button, buttonClass } from '#ui/kit/button.tsx';
import { lazyView } from '#ui/kit/lazy-view.tsx';
import { chatText } from '#ui/messages/chat.ts';
import { useServices } from '#ui/services.ts';
import { readPreferences } from '#ui/state/preferences.ts';
import { useShell } from '#ui/state/shell.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import styles from './welcome.module.css';
import { ChatPicture, MapPicture, SpeechPicture } from './welcome-pictures.tsx';

// Loaded once the page can be used: it needs the host and the capabilities of the device.
const ModelOffer = lazyView(() =>
  import('#ui/chat/thread/model-offer.tsx').then((m) => m.ModelOffer),
);

const LastThings = lazyView(() => import('./last-things.tsx').then((m) => m.LastThings));

const GUIDE = 'alcove-guide';

/** The welcome of an empty chat: what Alcove is, and three ways to see it work. */
export function Welcome() {
  const chat = useConversation();
  const { isTemporary } = chat;
  const hasFiles = useChat(
    ({ documents, attached, row }) =>
      Boolean(row.project) || documents.length + attached.length > 0,
  );
  const [{ hasThings }] = useState(readPreferences);
  // Whatever model is chosen: only the guide knows the app, and the door names it.
  const askGuide = async (text: string) => {
    await chat.changeSettings({ model: GUIDE });
    await chat.send(text);
  };
  return (
    <div className={`${styles['welcome']} ${hasThings ? styles['back'] : ''}`}>
      <div className={styles['hello']}>
        <h2>{isTemporary ? chatText.welcomeTemporary : chatText.welcome}</h2>
        <p>{isTemporary ? chatText.welcomeTemporaryLead : chatText.welcomeLead}</p>
      </div>
      {hasFiles && <Asks />}
      {!hasFiles && !isTemporary && hasThings && (
        <Suspense>
          <LastThings />
        </Suspense>
      )}
      {!hasFiles && !isTemporary && !hasThings && (
        <ul className={styles['doors']}>
          <li>
            <Button
              kind="plain"
              className={styles['door']}
              onClick={() => reportFailure(chatText.notSent, askGuide(chatText.askAbilities))}
            >
              <Door
                picture={<ChatPicture />}
                title={chatText.doorAsk}
                text={chatText.doorAskText}
              />
            </Button>
          </li>
          <li>
            <Link href="/transcribe?sample" className={styles['door']}>
              <Door
                picture={<SpeechPicture />}
                title={chatText.doorTranscribe}
                text={chatText.doorTranscribeText}
              />
            </Link>
          </li>
          <li>
            <Link href="/embeddings?sample" className={styles['door']}>
              <Door picture={<MapPicture />} title={chatText.doorMap} text={chatText.doorMapText} />
            </Link>
          </li>
        </ul>
      )}
      {!isTemporary && (
        <p className={styles['api']}>
          {chatText.alsoApi} <code>{"fetch('/v1/chat/completions')"}</code>
          <Link href="/developer" className={buttonClass({ kind: 'quiet', size: 'small' })}>
            {chatText.firstCall}
            <ArrowRight size={14} aria-hidden />
          </Link>
        </p>
      )}
      {!isTemporary && <LaterOffer />}
    </div>
  );
}

/** With a file attached: what people ask of one. */
function Asks() {
  const chat = useConversation();
  const ask = (text: string) => reportFailure(chatText.notSent, chat.send(text));
  return (
    <div className={styles['asks']}>
      <Button onClick={() => ask(chatText.askSummary)}>{chatText.askSummary}</Button>
      <Button onClick={() => ask(chatText.askDates)}>{chatText.askDates}</Button>
      <Button onClick={() => useShell.getState().composer?.type(`${chatText.askFind} `)}>
        {chatText.askFind} …
      </Button>
    </div>
  );
}

/** The offer, once the files for the first question had time to load. */
function LaterOffer() {
  const services = useServices();
  const isSettled = useShell((state) => state.isSettled);
  useEffect(() => {
    if (!isSettled) return;
    // Only now: asking for it loads the database.
    import('./last-things.tsx').then((m) => m.noteThings(services.storage)).catch(reportError);
  }, [services, isSettled]);
  if (!isSettled) return null;
  return (
    <Suspense>
      <ModelOffer />
    </Suspense>
  );
}

function Door({ picture, title, text }: { picture: ReactNode; title: string; text: string }) {
  return (
    <>
      <span className={styles['arch']}>{picture}</span>
      <span className={styles['name']}>{title}</span> <span className={styles['text']}>{text}</span>
    </>
  );
}
