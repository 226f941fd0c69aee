import { FolderOpen, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Conversation } from '#storage/chat-records.ts';
import { Projects } from '#ui/chat/projects/project-shelf.ts';
import styles from '#ui/chat/projects/projects.module.css';
import { useBook } from '#ui/chat/use-chat.ts';
import { IconButton } from '#ui/kit/button.tsx';
import { Guard } from '#ui/kit/guard.tsx';
import { itemPath } from '#ui/kit/item-path.ts';
import { NameDialog } from '#ui/kit/name-dialog.tsx';
import { projectsText } from '#ui/messages/projects.ts';
import { useSession } from '#ui/services.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import list from './conversations.module.css';
import type { ListedChat } from './group-chats.ts';

/** Chats of one project that are listed; its page has all of them. */
const SHOWN = 5;

interface ProjectListProps {
  /** Chats of projects, in the order of the list. */
  chats: readonly Conversation[];
  /** Whether they are what a search found: projects without one are left out, and all are listed. */
  isFound: boolean;
  draw: (chat: ListedChat) => ReactNode;
  onChosen?: (() => void) | undefined;
}

/** The projects in the list of chats, each with its last chats. */
export function ProjectList({ chats, isFound, draw, onChosen }: ProjectListProps) {
  const projects = useBook((state) => state.projects) ?? [];
  const session = useSession(Projects);
  const [location, go] = useLocation();
  const [isNew, setNew] = useState(false);
  const open = (id: string) => {
    go(itemPath('/chat/project', id));
    onChosen?.();
  };
  const shown = projects
    .map((project) => ({ project, own: chats.filter((row) => row.project === project.id) }))
    .filter(({ own }) => own.length > 0 || !isFound)
    .sort((a, b) => a.project.name.localeCompare(b.project.name, undefined, { numeric: true }));
  return (
    <Guard title={projectsText.notShown} isRow>
      <div className={styles['head']}>
        <h3 className={list['heading']}>{projectsText.projects}</h3>
        <IconButton
          icon={Plus}
          label={projectsText.newProject}
          size="small"
          aria-haspopup="dialog"
          onClick={() => setNew(true)}
        />
      </div>
      {shown.length > 0 && (
        <ul className={list['list']} aria-label={projectsText.projects}>
          {shown.map(({ project: { id, name }, own }) => {
            const path = itemPath('/chat/project', id);
            return (
              <li key={id}>
                <div className={list['row']}>
                  <Link
                    href={path}
                    className={`${list['link']} ${styles['link']}`}
                    aria-current={location === path ? 'page' : undefined}
                    {...(onChosen ? { onClick: onChosen } : {})}
                  >
                    <FolderOpen size={16} aria-hidden />
                    <span dir="auto">{name}</span>
                  </Link>
                </div>
                {own.length > 0 && (
                  <ul className={`${list['list']} ${styles['own']}`} aria-label={name}>
                    {own
                      .slice(0, isFound ? undefined : SHOWN)
                      .map((conversation) => draw({ conversation, heading: null }))}
                  </ul>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {isNew && (
        <NameDialog
          title={projectsText.newProject}
          label={projectsText.name}
          action={projectsText.create}
          name=""
          save={async (name) => open(await session.create(name))}
          report={(work) => reportFailure(projectsText.notCreated, work)}
          onClose={() => setNew(false)}
        />
      )}
    </Guard>
  );
}
