import { useState } from 'react';
import { useStore } from 'zustand';
import type { RecordingFolder } from '#storage/transcript-records.ts';
import controls from '#ui/kit/controls.module.css';
import rows from '#ui/kit/file-rows.module.css';
import { FolderRow } from '#ui/kit/folder-row.tsx';
import { language } from '#ui/messages/catalogue.ts';
import { foldersText } from '#ui/messages/folders.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { useServices, useSession } from '#ui/services.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { useWatched } from '#ui/state/use-watched.ts';
import { RecordingFolders } from '#ui/transcribe/session/recording-folders.ts';
import styles from './recording-list.module.css';

/** Refused files that are named. */
const MAX_NAMES = 10;

/** The id of what stands above the folders. */
export const ADD_RECORDINGS = 'add-recordings';

/** The folders whose new recordings are transcribed. */
export function FollowedFolders() {
  const { storage } = useServices();
  const folders = useWatched(
    async () => (await storage).recordingFolders.toArray(),
    'recordingFolders',
  );
  if (!folders || folders.length === 0) return null;
  return (
    <section className={styles['list']}>
      <h2 id="followed-folders" className={styles['heading']}>
        {foldersText.followedFolders}
      </h2>
      <ul className={rows['rows']} aria-labelledby="followed-folders">
        {folders.map((folder) => (
          <Folder key={folder.id} folder={folder} />
        ))}
      </ul>
    </section>
  );
}

function Folder({ folder }: { folder: RecordingFolder }) {
  const { id, name, handle, files, lookedAt } = folder;
  const session = useSession(RecordingFolders);
  const look = useStore(session.looks, (looks) => looks[id]);
  const [isPending, setPending] = useState(false);
  const lookAgain = () => {
    setPending(true);
    const looking = session.look(id, true).finally(() => setPending(false));
    reportFailure(foldersText.notLooked(name), looking);
  };
  const added = files.filter(({ recordingId }) => recordingId !== null).length;
  const time = new Intl.DateTimeFormat(language(), { timeStyle: 'short' });
  const day = new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' });
  const isToday = new Date(lookedAt).toDateString() === new Date().toDateString();
  const notes = [
    foldersText.recordingsAdded(added),
    ...(look && look.unfinished > 0 ? [foldersText.unfinished(look.unfinished)] : []),
    ...(lookedAt > 0 ? [foldersText.lookedAt((isToday ? time : day).format(lookedAt))] : []),
    ...(handle ? [] : [foldersText.folderLost]),
    ...(look?.problem ? [look.problem] : []),
  ];
  const refused = look?.refused ?? [];
  return (
    <FolderRow
      name={name}
      notes={notes}
      onLook={handle && lookAgain}
      isLooking={isPending}
      heading={ADD_RECORDINGS}
      onStop={() => reportFailure(transcribeText.actionFailed(name), session.unfollow(folder))}
    >
      {refused.length > 0 && (
        <ul className={`${rows['found']} ${controls['secondary']}`} role="status">
          {refused.slice(0, MAX_NAMES).map(({ path, reason }) => (
            <li key={path} dir="auto">
              {foldersText.refused(path, reason)}
            </li>
          ))}
        </ul>
      )}
    </FolderRow>
  );
}
