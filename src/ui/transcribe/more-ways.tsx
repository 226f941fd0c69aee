import { Folder, FolderSync, Link, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { FilePicker } from '#ui/kit/file-picker.tsx';
import { MenuButton } from '#ui/kit/menu-button.tsx';
import { foldersText } from '#ui/messages/folders.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { folderChooser } from '#ui/state/watched-folder.ts';
import { isSound } from '#ui/transcribe/session/add-files.ts';
import { readsAddresses } from '#ui/transcribe/session/reads-addresses.ts';
import { AddressDialog } from './address-dialog.tsx';

interface MoreWaysProps {
  onFiles: (files: readonly File[]) => void;
  /** Follows a folder. */
  onFolder: (folder: Promise<FileSystemDirectoryHandle>) => void;
  /** Null where the sample has its own button. */
  onSample: (() => void) | null;
}

/** The ways to add recordings that few people use. */
export function MoreWays({ onFiles, onFolder, onSample }: MoreWaysProps) {
  const [isAsking, setAsking] = useState(false);
  const canRead = useReadsAddresses();
  const choose = folderChooser('alcove-recordings');
  const follow = choose && {
    label: foldersText.followRecordings,
    icon: FolderSync,
    run: () => onFolder(choose()),
  };
  const address = {
    label: transcribeText.fromAddress,
    icon: Link,
    run: () => setAsking(true),
  };
  return (
    <FilePicker
      label={transcribeText.recordingFolder}
      isFolder
      onFiles={(all) => onFiles(all.filter(isSound))}
    >
      {(open) => (
        <>
          <MenuButton
            label={transcribeText.moreWays}
            items={[
              { label: transcribeText.chooseFolder, icon: Folder, run: open },
              ...(follow ? [follow] : []),
              ...(canRead ? [address] : []),
              ...(onSample ? [{ label: transcribeText.trySample, icon: Play, run: onSample }] : []),
            ]}
          />
          {isAsking && (
            <AddressDialog onFile={(f) => onFiles([f])} onClose={() => setAsking(false)} />
          )}
        </>
      )}
    </FilePicker>
  );
}

/** Whether files of other sites can be read here: it would be a dead end where they cannot. */
function useReadsAddresses(): boolean {
  const [canRead, setCanRead] = useState(false);
  useEffect(() => {
    readsAddresses().then(setCanRead, reportError);
  }, []);
  return canRead;
}
