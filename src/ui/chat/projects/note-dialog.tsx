import { useState } from 'react';
import type { ChatDocument } from '#storage/chat-records.ts';
import { addToProject } from '#storage/projects.ts';
import type { Shelf } from '#ui/chat/session/documents.ts';
import { Button } from '#ui/kit/button.tsx';
import { Dialog } from '#ui/kit/dialog.tsx';
import { Field, TextArea } from '#ui/kit/field.tsx';
import { projectsText } from '#ui/messages/projects.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import type { ProjectShelf } from './project-shelf.ts';
import styles from './projects.module.css';

interface NoteDialogProps {
  shelf: ProjectShelf;
  /** The note that is edited; null for a new one. */
  note: ChatDocument | null;
  onClose: () => void;
}

/** Writes a note of a project: a text that its chats search like a file. */
export function NoteDialog({ shelf, note, onClose }: NoteDialogProps) {
  const [name, setName] = useState(note?.name ?? '');
  const [text, setText] = useState(note?.text ?? '');
  const title = note ? projectsText.editNote(note.name) : projectsText.newNote;
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
          reportFailure(projectsText.noteNotSaved, saveNote(shelf, name.trim(), text, note));
        }}
      >
        <Field
          label={projectsText.noteTitle}
          data-first-focus
          dir="auto"
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextArea
          label={projectsText.noteText}
          dir="auto"
          rows={8}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button kind="primary" type="submit" disabled={name.trim() === '' || text.trim() === ''}>
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
