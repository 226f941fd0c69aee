import type { RefObject } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'wouter';
import type { Refusal } from '#ui/chat/session/conversation-state.ts';
import { TalkBar, TalkButton } from '#ui/chat/talk/talk-bar.tsx';
import { useChat, useConversation } from '#ui/chat/use-chat.ts';
import { Button, buttonClass } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { formatBytes } from '#ui/kit/format.ts';
import { chatText } from '#ui/messages/chat.ts';
import { chatFilesText } from '#ui/messages/chat-files.ts';
import { errorsText } from '#ui/messages/errors.ts';
import { modelsText } from '#ui/messages/models.ts';
import { statusText } from '#ui/messages/status.ts';
import { STORAGE_PATH } from '#ui/state/storage-full.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import styles from './composer.module.css';
import { DictationNote } from './dictation-note.tsx';
import { Chip, DocumentChips } from './document-chips.tsx';
import { EnglishOnlyNote } from './english-only-note.tsx';
import { ProjectChip } from './project-chip.tsx';
import { PromptMenu } from './prompt-menu.tsx';
import { ReadingList } from './reading-list.tsx';
import { RefusedFiles } from './refused-files.tsx';
import { TooLongNote } from './too-long-note.tsx';
import type { useDictation } from './use-dictation.ts';

/** What the button of a refusal says, by the page it opens. */
const HELP: Record<Extract<Refusal['help'], string>, () => string> = {
  '/models': () => statusText.getMore,
  '/transcribe': () => chatFilesText.openTranscribe,
  [STORAGE_PATH]: () => errorsText.freeStorage,
};

interface ComposerChipsProps {
  box: RefObject<HTMLTextAreaElement | null>;
  dictation: ReturnType<typeof useDictation>;
}

/** Attachments of the next message, documents being read, and files that were refused. */
export function ComposerChips({ box, dictation }: ComposerChipsProps) {
  const chat = useConversation();
  // The first code of the page has no room for its button.
  const buttons = box.current?.form?.querySelector('[type="submit"]')?.parentElement;
  const hasDocuments = useChat((state) => state.documents.length > 0);
  const attached = useChat((state) => state.attached);
  const refused = useChat((state) => state.problems);
  const reading = useChat((state) => state.reading);
  const project = useChat((state) => state.row.project);
  const help = refused.find((refusal) => refusal.help !== null && !refusal.isFolded)?.help;
  return (
    <>
      {dictation.problem && (
        <p className={controls['error']} role="alert">
          {dictation.problem}
        </p>
      )}
      {help && <Help help={help} />}
      <RefusedFiles
        problems={refused}
        retry={() => chat.retryFiles()}
        dismiss={() => chat.discardFiles()}
      />
      <TalkBar />
      {buttons && createPortal(<TalkButton />, buttons)}
      <PromptMenu box={box} />
      <DictationNote />
      <TooLongNote />
      <EnglishOnlyNote />
      <ReadingList reading={reading} />
      {(project || hasDocuments || attached.length > 0) && (
        <ul className={styles['chips']}>
          {project && <ProjectChip id={project} />}
          <DocumentChips />
          {attached.map(({ id, name, data }) => (
            <Chip
              key={id}
              name={name}
              note={formatBytes(data.size)}
              onRemove={() => chat.detach(id)}
            />
          ))}
        </ul>
      )}
    </>
  );
}

/** The one button that helps with a refused file. */
function Help({ help }: { help: NonNullable<Refusal['help']> }) {
  const chat = useConversation();
  if (typeof help === 'string') {
    return (
      <Link href={help} className={`${buttonClass({ size: 'small' })} ${styles['help']}`}>
        {HELP[help]()}
      </Link>
    );
  }
  const use = async () => {
    const refused = chat.state.getState().problems.map((problem) => problem.help);
    await chat.changeSettings({ model: help.id });
    chat.addFiles(refused.flatMap((one) => (one && typeof one === 'object' ? [one.file] : [])));
  };
  return (
    <Button
      size="small"
      className={styles['help']}
      onClick={() => reportFailure(chatText.settingNotSaved, use())}
    >
      {modelsText.use(help.title)}
    </Button>
  );
}
