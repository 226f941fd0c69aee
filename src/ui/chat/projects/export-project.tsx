import { useState } from 'react';
import type { Conversation } from '#storage/chat-records.ts';
import type { OpenProject } from '#storage/projects.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { CheckBox } from '#ui/kit/field.tsx';
import { projectsText } from '#ui/messages/projects.ts';
import { plainName } from '#ui/state/save-file.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { exportChosen } from '#ui/state/transfers.ts';
import styles from './projects.module.css';

interface ExportProjectProps {
  project: OpenProject;
  /** Those that are in it. */
  chats: readonly Conversation[];
  onClose: () => void;
}

/** Saves a project as one file, with its chats or without. */
export function ExportProject({ project, chats, onClose }: ExportProjectProps) {
  const [withChats, setWithChats] = useState(chats.length > 0);
  const save = () => {
    const ids = [project.id, ...(withChats ? chats.map(({ id }) => id) : [])];
    onClose();
    const saved = exportChosen({ kind: 'project', ids }, plainName(project.name));
    reportFailure(projectsText.notExported, saved);
  };
  return (
    <Dialog title={projectsText.exportTitle(project.name)} onClose={onClose}>
      <div className={styles['form']}>
        <p>{projectsText.exportLead}</p>
        {chats.length > 0 && (
          <CheckBox
            label={projectsText.exportChats(chats.length)}
            checked={withChats}
            onChange={({ target }) => setWithChats(target.checked)}
          />
        )}
        <p className={controls['secondary']}>{projectsText.exportLabel}</p>
        <Button kind="primary" data-first-focus onClick={save}>
          {projectsText.export}
        </Button>
      </div>
    </Dialog>
  );
}
