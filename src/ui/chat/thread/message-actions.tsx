import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Message } from '#storage/chat-records.ts';
import { useChatStore } from '#ui/chat/session/chat-store.ts';
import { versionsOf } from '#ui/chat/session/message-tree.ts';
import { showVersion } from '#ui/chat/session/send-message.ts';
import controls from '#ui/kit/controls.module.css';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import { useServices } from '#ui/services.ts';
import { tryOrSay } from '#ui/state/toasts.ts';
import styles from './messages.module.css';

/** The fixed row below a message: copy, what else can be done, and its versions. */
export function MessageActions({ message, children }: { message: Message; children?: ReactNode }) {
  return (
    <div className={styles['actions']}>
      <CopyButton text={message.text} label="Copy message" />
      {children}
      <Versions message={message} />
    </div>
  );
}

function Versions({ message }: { message: Message }) {
  const services = useServices();
  const tree = useChatStore((state) => state.tree);
  const versions = versionsOf(tree, message);
  const at = versions.indexOf(message.id);
  if (versions.length < 2) return null;

  const show = (id: string | undefined) =>
    id !== undefined && tryOrSay('The other version', showVersion(services, id));
  const button = `${controls['button']} ${controls['quiet']} ${controls['small']} ${controls['icon']}`;
  return (
    <span className={styles['versions']}>
      <button
        type="button"
        className={button}
        aria-label="Version before"
        disabled={at === 0}
        onClick={() => show(versions[at - 1])}
      >
        <ChevronLeft size={16} aria-hidden />
      </button>
      <span>
        {at + 1} of {versions.length}
      </span>
      <button
        type="button"
        className={button}
        aria-label="Version after"
        disabled={at === versions.length - 1}
        onClick={() => show(versions[at + 1])}
      >
        <ChevronRight size={16} aria-hidden />
      </button>
    </span>
  );
}
