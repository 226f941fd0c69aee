import { useShallow } from 'zustand/react/shallow';
import type { Message } from '#storage/chat-records.ts';
import type { LiveAnswer } from '#ui/chat/session/conversation-state.ts';
import { Arch } from '#ui/kit/arch.tsx';
import { formatBytes, formatCount } from '#ui/kit/format.ts';
import { chatThreadText } from '#ui/messages/chat-thread.ts';
import { useHost } from '#ui/state/models.ts';
import styles from './messages.module.css';

interface AnswerWaitProps {
  message: Message;
  reading: LiveAnswer['reading'];
}

/** What an answer waits for before its first word: the model loads, then it reads. */
export function AnswerWait({ message, reading }: AnswerWaitProps) {
  const { model = '' } = message;
  const { title, loaded, total, isLoading } = useHost(
    useShallow(({ models, status }) => {
      const slot = status.slots.find((s) => s.model === model && s.state === 'loading');
      return {
        title: models.find(({ id }) => id === model)?.title ?? model,
        isLoading: slot !== undefined,
        loaded: slot?.progress.loaded ?? 0,
        total: slot?.progress.total ?? 0,
      };
    }),
  );
  if (!isLoading || reading) {
    return <p className={styles['waiting']}>{describeReading(reading)}</p>;
  }
  // More than was announced may arrive.
  const done = Math.min(loaded, total);
  return (
    <p className={styles['waiting']} data-figures>
      <Arch size="small" fill={total === 0 ? null : done / total} />
      {total === 0
        ? chatThreadText.loadingModel(title)
        : chatThreadText.loadingBytes(title, formatBytes(done), formatBytes(total))}
    </p>
  );
}

function describeReading(reading: LiveAnswer['reading']): string {
  if (!reading) return chatThreadText.readingConversation;
  const done = Math.min(reading.processed, reading.total);
  return chatThreadText.readingTokens(formatCount(done), formatCount(reading.total));
}
