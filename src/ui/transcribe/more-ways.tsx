import { Ellipsis, Folder, Link, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '#ui/kit/button.tsx';
import { FilePicker } from '#ui/kit/file-picker.tsx';
import { Menu } from '#ui/kit/menu.tsx';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { isSound } from '#ui/transcribe/session/add-files.ts';
import { readsAddresses } from '#ui/transcribe/session/reads-addresses.ts';
import { AddressDialog } from './address-dialog.tsx';

interface MoreWaysProps {
  onFiles: (files: readonly File[]) => void;
  /** Null where the sample has its own button. */
  onSample: (() => void) | null;
}

/** The ways to add recordings that few people use. */
export function MoreWays({ onFiles, onSample }: MoreWaysProps) {
  const [open, setOpen] = useState<'menu' | 'address' | null>(null);
  const anchor = useRef<HTMLButtonElement>(null);
  const canRead = useReadsAddresses();
  const close = () => setOpen(null);
  const pick = (run: () => void) => () => {
    close();
    run();
  };
  const address = {
    label: transcribeText.fromAddress,
    icon: Link,
    run: () => setOpen('address'),
  };
  return (
    <FilePicker
      label={transcribeText.recordingFolder}
      isFolder
      onFiles={(all) => onFiles(all.filter(isSound))}
    >
      {(choose) => (
        <>
          <IconButton
            ref={anchor}
            icon={Ellipsis}
            label={transcribeText.moreWays}
            aria-haspopup="menu"
            aria-expanded={open === 'menu'}
            onClick={() => setOpen('menu')}
          />
          {open === 'menu' && (
            <Menu
              label={transcribeText.moreWays}
              anchor={anchor.current}
              onClose={() => setOpen((now) => (now === 'menu' ? null : now))}
              items={[
                { label: transcribeText.chooseFolder, icon: Folder, run: pick(choose) },
                ...(canRead ? [address] : []),
                ...(onSample
                  ? [{ label: transcribeText.trySample, icon: Play, run: pick(onSample) }]
                  : []),
              ]}
            />
          )}
          {open === 'address' && <AddressDialog onFile={(f) => onFiles([f])} onClose={close} />}
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
