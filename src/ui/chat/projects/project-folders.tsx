import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { FolderFile, ProjectFolder } from '#storage/chat-records.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import rows from '#ui/kit/file-rows.module.css';
import { FolderRow } from '#ui/kit/folder-row.tsx';
import { formatCount } from '#ui/kit/format.ts';
import { language } from '#ui/messages/catalogue.ts';
import { foldersText } from '#ui/messages/folders.ts';
import { projectsText } from '#ui/messages/projects.ts';
import { useServices, useSession } from '#ui/services.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { useWatched } from '#ui/state/use-watched.ts';
import { MAX_FILES } from '#ui/state/watched-folder.ts';
import type { FolderLook } from './look-into-folder.ts';
import { type NoLook, type ProjectShelf, Projects } from './project-shelf.ts';

/** Names of files that a sentence lists. */
const MAX_NAMES = 10;

/** The id of the heading of a project's files and folders. */
export const FILES_HEADING = 'project-files';

/** The folders whose files a project follows: looked at when it is opened, where the browser allows it, and by a press. */
export function ProjectFolders({ id, shelf }: { id: string; shelf: ProjectShelf }) {
  const { storage } = useServices();
  const folders = useWatched(
    async () => (await storage).projectFolders.where('conversationId').equals(id).toArray(),
    id,
  );
  const isKnown = folders !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the project is opened
  useEffect(() => {
    for (const folder of folders ?? []) shelf.look(folder.id, false).catch(reportError);
  }, [isKnown, shelf]);
  if (!folders || folders.length === 0) return null;
  return (
    <ul className={rows['rows']} aria-label={projectsText.folders}>
      {folders.map((folder) => (
        <Folder key={folder.id} folder={folder} shelf={shelf} />
      ))}
    </ul>
  );
}

function Folder({ folder, shelf }: { folder: ProjectFolder; shelf: ProjectShelf }) {
  const { id, name, handle, files, lookedAt } = folder;
  const projects = useSession(Projects);
  const look = useStore(shelf.looks, (looks) => looks[id]);
  const [isPending, setPending] = useState(false);
  const lookAgain = () => {
    setPending(true);
    const looking = shelf.look(id, true).finally(() => setPending(false));
    reportFailure(foldersText.notLooked(name), describeTooLarge(looking));
  };
  const read = files.filter(({ documentId }) => documentId !== null).length;
  const time = new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' });
  const notes = [
    projectsText.folderFiles(read),
    ...(lookedAt > 0 ? [foldersText.lookedAt(time.format(lookedAt))] : []),
    ...(handle ? [] : [foldersText.folderLost]),
    ...(handle && !look ? [foldersText.askToLook] : []),
    ...(look && 'problem' in look ? [describeProblem(look)] : []),
  ];
  return (
    <FolderRow
      name={name}
      notes={notes}
      onLook={handle && lookAgain}
      isLooking={isPending}
      heading={FILES_HEADING}
      onStop={() => reportFailure(projectsText.notSaved, projects.unfollow(folder))}
    >
      {look && 'at' in look && <Found look={look} folder={folder} />}
    </FolderRow>
  );
}

const describeProblem = ({ problem }: NoLook) =>
  problem === 'other-tab' ? projectsText['other-tab'] : foldersText[problem];

/** What the last look found: nothing disappears without a word. */
function Found({ look, folder }: { look: FolderLook; folder: ProjectFolder }) {
  const projects = useSession(Projects);
  const { storage } = useServices();
  const gone = useWatched(
    async () => stillThere(look.gone, (await storage).documents),
    `${folder.id} ${look.at}`,
  );
  const names = (gone ?? []).slice(0, MAX_NAMES).map(({ path }) => path);
  return (
    <div className={rows['found']}>
      <p className={controls['secondary']} role="status">
        {look.read > 0 ? projectsText.filesRead(look.read) : projectsText.noChanges}
      </p>
      {gone && gone.length > 0 && (
        <div className={controls['row']}>
          <p dir="auto">
            {projectsText.gone(
              gone.length,
              names.join(', ') + (gone.length > names.length ? ' …' : ''),
            )}
          </p>
          <Button
            size="small"
            onClick={({ currentTarget }) => {
              currentTarget.closest('li')?.querySelector('button')?.focus();
              const removed = projects.removeGone(folder.conversationId, gone);
              reportFailure(projectsText.notRemoved, removed);
            }}
          >
            {projectsText.removeGone}
          </Button>
        </div>
      )}
    </div>
  );
}

async function stillThere(
  files: readonly FolderFile[],
  documents: { bulkGet: (ids: string[]) => Promise<unknown[]> },
): Promise<FolderFile[]> {
  const rows = await documents.bulkGet(files.flatMap(({ documentId }) => documentId ?? []));
  return files.filter((_, i) => rows[i] !== undefined);
}

/** In words of this page: the limit is not one of documents. */
export async function describeTooLarge(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    if (error instanceof Error && error.name === 'FolderTooLarge')
      throw new Error(foldersText.tooMany(formatCount(MAX_FILES)));
    throw error;
  }
}
