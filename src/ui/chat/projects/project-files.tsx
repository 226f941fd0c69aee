import {
  AudioLines,
  FileText,
  FolderPlus,
  Pencil,
  Plus,
  RefreshCw,
  StickyNote,
  X,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { ChatDocument } from '#storage/chat-records.ts';
import { measureVectors, type OpenProject, type VectorSizes } from '#storage/projects.ts';
import { describePages } from '#ui/chat/composer/document-chips.tsx';
import { ReadingList } from '#ui/chat/composer/reading-list.tsx';
import { RefusedFiles } from '#ui/chat/composer/refused-files.tsx';
import { embedAgain, ofOtherModel, withoutVectors } from '#ui/chat/passages/passages.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { FilePicker } from '#ui/kit/file-picker.tsx';
import rows from '#ui/kit/file-rows.module.css';
import { focusNextRow } from '#ui/kit/folder-row.tsx';
import { formatBytes, formatCount } from '#ui/kit/format.ts';
import { chatFilesText } from '#ui/messages/chat-files.ts';
import { chatListText } from '#ui/messages/chat-list.ts';
import { projectsText } from '#ui/messages/projects.ts';
import { useServices, useSession } from '#ui/services.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { folderChooser } from '#ui/state/watched-folder.ts';
import { NoteDialog, type NoteDraft } from './note-dialog.tsx';
import { describeTooLarge, FILES_HEADING, ProjectFolders } from './project-folders.tsx';
import { type ProjectShelf, Projects } from './project-shelf.ts';
import styles from './projects.module.css';
import { TranscriptMenu } from './transcript-menu.tsx';

/** Rows drawn at first. */
const SHOWN = 100;

interface ProjectFilesProps {
  project: OpenProject;
  shelf: ProjectShelf;
  addFiles: (files: readonly File[]) => void;
}

/** The key of a note's draft. */
const idOf = (note: ChatDocument | 'new') => (note === 'new' ? '' : note.id);

/** The files of a project: added, read, listed with what they take, and removed. */
export function ProjectFiles({ project, shelf, addFiles }: ProjectFilesProps) {
  const projects = useSession(Projects);
  const { reading, problems } = useStore(shelf.state);
  const [limit, setLimit] = useState(SHOWN);
  const [note, setNote] = useState<ChatDocument | 'new' | null>(null);
  /** Words of notes that were closed before they were saved, by the id of the note; '' of a new one. */
  const [drafts] = useState(() => new Map<string, NoteDraft>());
  const { documents } = project;
  const { sizes, others, embed, embedding } = useVectors(project, shelf, reading.length === 0);
  const byName = [...documents].sort((a, b) =>
    a.name.localeCompare(b.name, undefined, { numeric: true }),
  );
  const noteOf = ({ id, name, text, pages }: ChatDocument) =>
    [
      projectsText.characters(formatCount(text.length)),
      others.includes(id) ? chatFilesText.otherModel : describePages(name, pages),
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <section className={styles['section']} aria-labelledby={FILES_HEADING}>
      <h2 id={FILES_HEADING} tabIndex={-1}>
        {projectsText.files}
      </h2>
      <p className={controls['secondary']}>{projectsText.filesLead}</p>
      <div className={controls['row']}>
        <FilePicker label={projectsText.addFiles} onFiles={addFiles}>
          {(open) => (
            <Button icon={Plus} onClick={open}>
              {projectsText.addFiles}
            </Button>
          )}
        </FilePicker>
        <AddFolder shelf={shelf} addFiles={addFiles} />
        <TranscriptMenu icon={AudioLines} shelf={shelf} />
        <Button icon={StickyNote} onClick={() => setNote('new')}>
          {projectsText.newNote}
        </Button>
      </div>
      <ProjectFolders id={project.id} shelf={shelf} />
      <RefusedFiles
        problems={problems}
        retry={() => shelf.retry()}
        dismiss={() => shelf.discard()}
      />
      {documents.length > 0 && (
        <>
          <p className={controls['secondary']} data-figures>
            {describeSizes(documents.length, sizes)}
          </p>
          <ul className={`${rows['rows']} ${rows['all']}`} aria-label={projectsText.files}>
            {byName.slice(0, limit).map((document) => (
              <li key={document.id}>
                <FileText size={16} aria-hidden />
                <span className={rows['name']} dir="auto">
                  {document.name}
                </span>
                <span className={controls['secondary']}>{noteOf(document)}</span>
                {others.includes(document.id) && (
                  <IconButton
                    icon={RefreshCw}
                    label={chatFilesText.embedAgain(document.name)}
                    size="small"
                    isPending={embedding === document.id}
                    disabled={embedding !== null}
                    onClick={() =>
                      reportFailure(chatFilesText.notEmbedded(document.name), embed(document.id))
                    }
                  />
                )}
                {document.isNote && (
                  <IconButton
                    icon={Pencil}
                    label={projectsText.editNote(document.name)}
                    size="small"
                    onClick={() => setNote(document)}
                  />
                )}
                <IconButton
                  icon={X}
                  label={chatFilesText.remove(document.name)}
                  size="small"
                  onClick={({ currentTarget }) => {
                    focusNextRow(currentTarget, FILES_HEADING);
                    reportFailure(projectsText.notRemoved, projects.removeDocument(document));
                  }}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {note !== null && (
        <NoteDialog
          shelf={shelf}
          note={note === 'new' ? null : note}
          draft={drafts.get(idOf(note))}
          onClose={(draft) => {
            if (draft) drafts.set(idOf(note), draft);
            else drafts.delete(idOf(note));
            setNote(null);
          }}
        />
      )}
      <ReadingList reading={reading} />
      {documents.length > limit && (
        <Button kind="quiet" size="small" onClick={() => setLimit(limit + SHOWN)}>
          {chatListText.showMore(Math.min(SHOWN, documents.length - limit))}
        </Button>
      )}
    </section>
  );
}

/** Follows a folder that a person chose or dropped; what goes wrong is shown. */
export function follow(
  shelf: ProjectShelf,
  folder: FileSystemDirectoryHandle | Promise<FileSystemDirectoryHandle>,
): void {
  const following = Promise.resolve(folder).then((handle) => shelf.addFolder(handle));
  reportFailure(projectsText.notAdded, describeTooLarge(following));
}

/** A folder that is followed, where the browser gives one out; else its files as they are now. */
function AddFolder({ shelf, addFiles }: Omit<ProjectFilesProps, 'project'>) {
  const choose = folderChooser('alcove-project');
  const button = (open: () => void) => (
    <Button icon={FolderPlus} onClick={open}>
      {projectsText.addFolder}
    </Button>
  );
  if (choose) return button(() => follow(shelf, choose()));
  return (
    <FilePicker label={projectsText.addFolder} isFolder onFiles={addFiles}>
      {button}
    </FilePicker>
  );
}

function describeSizes(files: number, sizes: VectorSizes | null): string {
  const parts = [projectsText.countFiles(files)];
  if (sizes) {
    const { passages, bytes, models } = sizes;
    parts.push(projectsText.countPassages(passages));
    if (models.length > 0) parts.push(projectsText.vectors(formatBytes(bytes), models.join(', ')));
  }
  return parts.join(' · ');
}

/** What the vectors of a project take, and which documents have vectors of another model. */
function useVectors({ id, documents }: OpenProject, { ports }: ProjectShelf, isIdle: boolean) {
  const { storage } = useServices();
  const [sizes, setSizes] = useState<VectorSizes | null>(null);
  const [others, setOthers] = useState<readonly string[]>([]);
  const [embedding, setEmbedding] = useState<string | null>(null);
  const tried = useRef(new Set<string>());
  const count = documents.length;
  const embed = async (documentId: string) => {
    setEmbedding(documentId);
    await embedAgain(ports, documentId).finally(() => setEmbedding(null));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again once all files are there, and after each embedding
  useEffect(() => {
    if (!isIdle || embedding !== null) return;
    let isCurrent = true;
    const read = async () => {
      const measured = await measureVectors(await storage, id);
      const found = await ofOtherModel(
        ports,
        documents.map((document) => document.id),
      );
      if (!isCurrent) return;
      setSizes(measured);
      setOthers(found);
      const bare = await withoutVectors(ports, id, tried.current);
      if (bare === undefined || !isCurrent) return;
      // Once: a model that fails now can be tried by hand.
      tried.current.add(bare);
      await embed(bare);
    };
    read().catch(reportError);
    return () => {
      isCurrent = false;
    };
  }, [id, count, isIdle, embedding]);
  return { sizes, others, embed, embedding };
}
