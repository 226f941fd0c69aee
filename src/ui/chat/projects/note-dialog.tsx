import type { ChatDocument } from '#storage/chat-records.ts';
import { addToProject } from '#storage/projects.ts';
import type { Shelf } from '#ui/chat/session/documents.ts';
import { Button } from '#ui/kit/button.tsx';
import { Dialog } from '#ui/kit/dialog.tsx';
import { Field, TextArea } from '#ui/kit/field.tsx';
import { useForm } from '#ui/kit/use-form.ts';
import { projectsText } from '#ui/messages/projects.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import type { ProjectShelf } from './project-shelf.ts';
import styles from './projects.module.css';

/** A note as it is typed. */
export interface NoteDraft {
  name: string;
  text: string;
}

interface NoteDialogProps {
  shelf: ProjectShelf;
  /** The note that is edited; null for a new one. */
  note: ChatDocument | null;
  /** Words of a form that was closed. */
  draft: NoteDraft | undefined;
  /** `draft`: words that are not saved; null where none are left. */
  onClose: (draft: NoteDraft | null) => void;
}

/** Writes a note of a project: a text that its chats search like a file. */
export function NoteDialog({ shelf, note, draft, onClose }: NoteDialogProps) {
  const { values, isPending, change, field, form } = useForm({
    initial: draft ?? { name: note?.name ?? '', text: note?.text ?? '' },
    // What could not be stored stays in the form.
    async save({ name, text }) {
      await saveNote(shelf, name.trim(), text, note);
      onClose(null);
    },
    report: (work) => reportFailure(projectsText.noteNotSaved, work),
  });
  const isEmpty = values.name.trim() === '' || values.text.trim() === '';
  const title = note ? projectsText.editNote(note.name) : projectsText.newNote;
  return (
    // A note that is being stored stays shown: it may be refused.
    <Dialog title={title} onClose={() => !isPending && onClose(values)}>
      <form className={styles['form']} {...form}>
        <Field
          label={projectsText.noteTitle}
          data-first-focus
          dir="auto"
          maxLength={120}
          readOnly={isPending}
          {...field('name')}
        />
        <TextArea
          label={projectsText.noteText}
          dir="auto"
          rows={8}
          readOnly={isPending}
          value={values.text}
          onChange={(event) => change({ text: event.target.value })}
        />
        <Button kind="primary" type="submit" isPending={isPending} disabled={isEmpty}>
          {projectsText.saveNote}
        </Button>
      </form>
    </Dialog>
  );
}

/** Stores a note with its vectors; an edited one takes the place and the label of the one before. */
async function saveNote(
  shelf: ProjectShelf,
  name: string,
  text: string,
  before: ChatDocument | null,
): Promise<void> {
  const { id, ports, signal, state } = shelf;
  const [database, { addNote }] = await Promise.all([
    ports.store.opened,
    import('#ui/chat/session/documents.ts'),
  ]);
  const replacing: Shelf = {
    id,
    ports,
    signal,
    state,
    ensureRow: () => shelf.ensureRow(),
    addDocument: (document, passages, pictures) =>
      addToProject(database, document, passages, pictures, before?.id ?? null),
  };
  await addNote(replacing, name, text);
}
