import { FileText, RefreshCw, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useChat, useConversation } from '#ui/chat/use-chat.ts';
import { IconButton } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { chatFilesText } from '#ui/messages/chat-files.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import styles from './composer.module.css';

const work = () => import('#ui/chat/passages/passages.ts');

/** The documents of a chat. One whose vectors are of another model is found by its words until it is embedded again. */
export function DocumentChips() {
  const chat = useConversation();
  const documents = useChat((state) => state.documents);
  const [others, setOthers] = useState<readonly string[]>([]);
  const [embedding, setEmbedding] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const ids = documents.map(({ id }) => id);
    work()
      .then(({ ofOtherModel }) => ofOtherModel(chat.ports, ids))
      .then((found) => isCurrent && setOthers(found), reportError);
    return () => {
      isCurrent = false;
    };
  }, [chat, documents]);
  const embedAgain = async (id: string) => {
    setEmbedding(id);
    try {
      await (await work()).embedAgain(chat.ports, id, undefined, chat.signal);
      setOthers((before) => before.filter((other) => other !== id));
    } finally {
      setEmbedding(null);
    }
  };
  return documents.map(({ id, name }) => (
    <Chip
      key={id}
      name={name}
      note={others.includes(id) ? chatFilesText.otherModel : chatFilesText.ready}
      onRemove={() =>
        reportFailure(chatFilesText.documentNotRemoved(name), chat.removeDocument(id))
      }
    >
      {others.includes(id) && (
        <IconButton
          icon={RefreshCw}
          label={chatFilesText.embedAgain(name)}
          size="small"
          iconSize={14}
          isPending={embedding === id}
          disabled={embedding !== null}
          onClick={() => reportFailure(chatFilesText.notEmbedded(name), embedAgain(id))}
        />
      )}
    </Chip>
  ));
}

interface ChipProps {
  name: string;
  note: string;
  onRemove: () => void;
  children?: React.ReactNode;
}

/** Something that a message is sent with. */
export function Chip({ name, note, onRemove, children }: ChipProps) {
  return (
    <li className={styles['chip']}>
      <FileText size={16} aria-hidden />
      <span className={styles['name']}>{name}</span>
      <span className={controls['secondary']}>{note}</span>
      {children}
      <IconButton
        icon={X}
        label={chatFilesText.remove(name)}
        size="small"
        iconSize={14}
        onClick={onRemove}
      />
    </li>
  );
}
