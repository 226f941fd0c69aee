import { useState } from 'react';
import { useLocation } from 'wouter';
import type { OpenProject } from '#storage/projects.ts';
import { useChatBook } from '#ui/chat/use-chat.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { CheckBox } from '#ui/kit/field.tsx';
import { projectsText } from '#ui/messages/projects.ts';
import { useSession } from '#ui/services.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { Projects } from './project-shelf.ts';
import styles from './projects.module.css';

interface DeleteProjectProps {
  project: OpenProject;
  /** How many chats are in it. */
  chats: number;
  onClose: () => void;
}

/** Asks what becomes of the chats of a project that is deleted. */
export function DeleteProject({ project, chats, onClose }: DeleteProjectProps) {
  const book = useChatBook();
  const projects = useSession(Projects);
  const [, go] = useLocation();
  const [withChats, setWithChats] = useState(false);
  const remove = () => {
    onClose();
    go('/chat');
    reportFailure(projectsText.notDeleted, projects.remove(book, project, withChats, go));
  };
  const choice = (isWith: boolean, label: string) => (
    <CheckBox
      type="radio"
      name="chats"
      label={label}
      checked={withChats === isWith}
      onChange={() => setWithChats(isWith)}
    />
  );
  return (
    <Dialog title={projectsText.deleteTitle(project.name)} onClose={onClose}>
      <div className={styles['form']}>
        <p>{projectsText.deleteLead(project.documents.length)}</p>
        {chats > 0 && (
          <fieldset className={controls['fieldset']}>
            {choice(false, projectsText.keepChats(chats))}
            {choice(true, projectsText.deleteChats(chats))}
          </fieldset>
        )}
        <Button kind="danger" data-first-focus onClick={remove}>
          {projectsText.delete}
        </Button>
      </div>
    </Dialog>
  );
}
