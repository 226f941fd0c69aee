import { AudioLines, X } from 'lucide-react';
import { useEffect } from 'react';
import type { Conversation } from '#ui/chat/session/conversation.ts';
import { useConversation } from '#ui/chat/use-chat.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { talkText } from '#ui/messages/read-aloud.ts';
import { type Services, useServices } from '#ui/services.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import styles from './talk.module.css';
import { NO_TALK, useTalk } from './talk-state.ts';

/** Begins a conversation without hands. */
export function TalkButton() {
  const services = useServices();
  const chat = useConversation();
  const isOn = useTalk(({ chatId }) => chatId === chat.id);
  return (
    <IconButton
      icon={AudioLines}
      label={isOn ? talkText.end : talkText.start}
      aria-pressed={isOn}
      onClick={() => (isOn ? stopTalk() : reportFailure(talkText.title, startTalk(services, chat)))}
    />
  );
}

/** Most chats are typed: the rest of the code is loaded with the first press. */
async function startTalk(services: Services, chat: Conversation): Promise<void> {
  const [{ Talk }, { Reader }] = await Promise.all([
    import('./talk.ts'),
    import('#ui/read-aloud/session/reader.ts'),
  ]);
  await services.session(Talk).start(chat, services.session(Reader));
}

const stopTalk = () => useTalk.setState(NO_TALK);

/** The state of the conversation without hands, above the message box. */
export function TalkBar() {
  const chat = useConversation();
  const isOn = useTalk(({ chatId }) => chatId === chat.id);
  const phase = useTalk((state) => state.phase);
  const problem = useTalk((state) => state.problem);
  // Another chat, or another page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: ends with the chat that is shown
  useEffect(() => stopTalk, [chat.id]);
  const error = problem && (
    <p className={controls['error']} role="alert">
      {problem}
    </p>
  );
  if (!isOn) return error;
  return (
    <section className={styles['bar']} aria-label={talkText.title}>
      <span className={styles['light']} data-phase={phase} aria-hidden>
        <Level />
      </span>
      <div className={styles['words']}>
        <p className={styles['state']} data-phase={phase}>
          {talkText[phase]}
        </p>
        <p className={styles['facts']}>{talkText.facts}</p>
        {error}
      </div>
      <Button icon={X} onClick={stopTalk}>
        {talkText.end}
      </Button>
    </section>
  );
}

function Level() {
  const level = useTalk((state) => Math.round(state.level * 10) / 10);
  return <span className={styles['level']} style={{ scale: String(0.4 + 0.6 * level) }} />;
}
