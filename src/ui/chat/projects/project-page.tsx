import { Download, MessageSquarePlus, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import type { OpenProject } from '#storage/projects.ts';
import { chatTitle } from '#ui/chat/session/conversation-state.ts';
import { useBook, useChatBook } from '#ui/chat/use-chat.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { DropZone } from '#ui/kit/drop-zone.tsx';
import { acceptedFiles, droppedFolders } from '#ui/kit/dropped-files.ts';
import { Field, TextArea } from '#ui/kit/field.tsx';
import rows from '#ui/kit/file-rows.module.css';
import { formatDay } from '#ui/kit/format.ts';
import { itemPath, unescapeId } from '#ui/kit/item-path.ts';
import page from '#ui/kit/page.module.css';
import { projectsText } from '#ui/messages/projects.ts';
import { PageHeader } from '#ui/page-header/page-header.tsx';
import { useSession } from '#ui/services.ts';
import { addDropped } from '#ui/state/add-dropped.ts';
import { useOpenItem } from '#ui/state/shell.ts';
import { reportFailure, showToast } from '#ui/state/toasts.ts';
import { useWatched } from '#ui/state/use-watched.ts';
import { DeleteProject } from './delete-project.tsx';
import { ExportProject } from './export-project.tsx';
import { follow, ProjectFiles } from './project-files.tsx';
import { Projects } from './project-shelf.ts';
import styles from './projects.module.css';

/** The project of the address. */
export function ProjectPage() {
  const { id: part = '' } = useParams<{ id: string }>();
  const id = unescapeId(part);
  const projects = useSession(Projects);
  const [, go] = useLocation();
  const read = useWatched(async () => ({ project: await projects.read(id) }), id);
  const isGone = read?.project === null;
  useEffect(() => {
    if (!isGone) return;
    showToast({ text: projectsText.notFound });
    go('/chat', { replace: true });
  }, [isGone, go]);
  return read?.project ? (
    <Project key={id} project={read.project} />
  ) : (
    <PageHeader title={projectsText.project} />
  );
}

function Project({ project }: { project: OpenProject }) {
  const { id, name } = project;
  const projects = useSession(Projects);
  const shelf = projects.shelf(id);
  useOpenItem(name);
  const addFiles = (files: readonly File[]) => {
    if (files.length > 0) reportFailure(projectsText.notAdded, shelf.addFiles(files));
  };
  const isRead = ({ name: file }: File) => !file.startsWith('.');
  const addDrop = async (data: DataTransfer) => {
    const { files, folders } = await droppedFolders(data);
    for (const folder of folders) follow(shelf, folder);
    if (files.length > 0) await addDropped({ addFiles }, acceptedFiles(files, isRead));
  };
  return (
    <DropZone
      className={styles['page']}
      overClassName={page['over']}
      data-drop={projectsText.dropNow}
      aria-label={projectsText.project}
      onFiles={(_, data) => void addDrop(data).catch(reportError)}
    >
      <PageHeader title={name} isName />
      <div className={page['page']}>
        <Chats project={project} />
        <ProjectFiles
          project={project}
          shelf={shelf}
          addFiles={(files) => addFiles(files.filter(isRead))}
        />
        <About project={project} />
      </div>
    </DropZone>
  );
}

/** The name and the instructions; each change is stored immediately. */
function About({ project }: { project: OpenProject }) {
  const projects = useSession(Projects);
  const [name, setName] = useState(project.name);
  const [instructions, setInstructions] = useState(project.instructions);
  const [dialog, setDialog] = useState<'export' | 'delete' | null>(null);
  const close = () => setDialog(null);
  const chats = useBook((state) => state.list)?.filter((row) => row.project === project.id) ?? [];
  const save = (changes: Parameters<Projects['change']>[1]) =>
    reportFailure(projectsText.notSaved, projects.change(project.id, changes));
  return (
    <section className={styles['section']} aria-labelledby="project-instructions">
      <h2 id="project-instructions">{projectsText.instructions}</h2>
      <TextArea
        label={projectsText.instructions}
        isLabelHidden
        hint={projectsText.instructionsHint}
        placeholder={projectsText.instructionsPlaceholder}
        rows={4}
        dir="auto"
        value={instructions}
        onChange={({ target }) => {
          setInstructions(target.value);
          save({ instructions: target.value });
        }}
      />
      <Field
        label={projectsText.name}
        dir="auto"
        maxLength={60}
        value={name}
        onChange={({ target }) => {
          setName(target.value);
          if (target.value.trim() !== '') save({ name: target.value.trim() });
        }}
      />
      <div className={controls['row']}>
        <Button icon={Download} onClick={() => setDialog('export')}>
          {projectsText.export}
        </Button>
        <Button kind="danger" icon={Trash2} onClick={() => setDialog('delete')}>
          {projectsText.delete}
        </Button>
      </div>
      {dialog === 'export' && <ExportProject project={project} chats={chats} onClose={close} />}
      {dialog === 'delete' && (
        <DeleteProject project={project} chats={chats.length} onClose={close} />
      )}
    </section>
  );
}

function Chats({ project: { id } }: { project: OpenProject }) {
  const book = useChatBook();
  const [, go] = useLocation();
  const chats = useBook((state) => state.list)?.filter((row) => row.project === id) ?? [];
  const start = (isTemporary: boolean) => {
    book.start(isTemporary, id);
    go('/chat');
  };
  return (
    <section className={styles['section']} aria-labelledby="project-chats">
      <h2 id="project-chats">{projectsText.chats}</h2>
      <div className={controls['row']}>
        <Button kind="primary" icon={MessageSquarePlus} onClick={() => start(false)}>
          {projectsText.newChat}
        </Button>
        <Button kind="quiet" onClick={() => start(true)}>
          {projectsText.temporaryChat}
        </Button>
      </div>
      {chats.length === 0 ? (
        <p className={controls['secondary']}>{projectsText.noChats}</p>
      ) : (
        <ul className={rows['rows']} aria-label={projectsText.chats}>
          {chats.map((row) => (
            <li key={row.id}>
              <Link className={rows['name']} href={itemPath('/chat', row.id)} dir="auto">
                {chatTitle(row)}
              </Link>
              <span className={controls['secondary']} data-figures>
                {formatDay(row.updatedAt, Date.now())}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
