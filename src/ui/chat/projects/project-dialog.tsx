import { useState } from 'react';
import type { Conversation } from '#storage/chat-records.ts';
import { useBook, useChatBook } from '#ui/chat/use-chat.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { Field } from '#ui/kit/field.tsx';
import { Select } from '#ui/kit/select.tsx';
import { projectsText } from '#ui/messages/projects.ts';
import { useSession } from '#ui/services.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { Projects } from './project-shelf.ts';
import styles from './projects.module.css';

interface ProjectDialogProps {
  conversations: readonly Conversation[];
  onClose: () => void;
}

/** A choice that no id is. */
const NEW = 'new';

/** Moves chats into a project, one there is or a new one, or out of theirs. */
export function ProjectDialog({ conversations, onClose }: ProjectDialogProps) {
  const book = useChatBook();
  const projects = useSession(Projects);
  const known = useBook((state) => state.projects) ?? [];
  const now = conversations[0]?.project ?? '';
  const [chosen, setChosen] = useState(known.some(({ id }) => id === now) ? now : '');
  const [name, setName] = useState('');
  const isNew = chosen === NEW || known.length === 0;

  async function move() {
    const project = isNew ? await projects.create(name.trim()) : chosen;
    for (const { id } of conversations) await book.change(id, { project });
  }

  return (
    <Dialog title={projectsText.moveTitle} onClose={onClose}>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
          reportFailure(projectsText.notMoved, move());
        }}
      >
        {known.length > 0 && (
          <Select
            label={projectsText.project}
            isFirst
            value={chosen}
            onChange={setChosen}
            options={[
              { id: '', name: projectsText.none },
              ...known.map(({ id, name: of }) => ({ id, name: of })),
              { id: NEW, name: projectsText.another },
            ]}
          />
        )}
        {isNew && (
          <Field
            label={known.length > 0 ? projectsText.name : projectsText.newProject}
            data-first-focus
            dir="auto"
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
        <p className={controls['secondary']}>{projectsText.moveHint}</p>
        <Button kind="primary" type="submit" disabled={isNew && name.trim() === ''}>
          {projectsText.moveAction}
        </Button>
      </form>
    </Dialog>
  );
}
