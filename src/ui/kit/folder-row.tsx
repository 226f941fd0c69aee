import { FolderSync, RefreshCw, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { foldersText } from '#ui/messages/folders.ts';
import { IconButton } from './button.tsx';
import controls from './controls.module.css';
import rows from './file-rows.module.css';

interface FolderRowProps {
  name: string;
  /** Facts about it, in one line. */
  notes: readonly string[];
  /** Looks into it again; null where the browser does not give it out any more. */
  onLook: (() => void) | null;
  isLooking: boolean;
  /** Where the focus goes when it was the only one. */
  heading: string;
  onStop: () => void;
  children?: ReactNode;
}

/** A folder that is followed, in a list of such. */
export function FolderRow(props: FolderRowProps) {
  const { name, notes, onLook, isLooking, heading, onStop, children } = props;
  return (
    <li className={rows['folder']}>
      <FolderSync size={16} aria-hidden />
      <span className={rows['name']} dir="auto">
        {name}
      </span>
      <span className={controls['secondary']} role="status" data-figures>
        {notes.join(' · ')}
      </span>
      {onLook && (
        <IconButton
          icon={RefreshCw}
          label={foldersText.look(name)}
          size="small"
          isPending={isLooking}
          onClick={onLook}
        />
      )}
      <IconButton
        icon={X}
        label={foldersText.unfollow(name)}
        size="small"
        onClick={({ currentTarget }) => {
          focusNextRow(currentTarget, heading);
          onStop();
        }}
      />
      {children}
    </li>
  );
}

/** Moves the focus on from a row that goes away: to the same button of its neighbour, or to an element by its id. */
export function focusNextRow(button: HTMLElement, heading: string): void {
  const row = button.closest('li');
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  const next = neighbour?.querySelector<HTMLElement>(':scope > button:last-of-type');
  (next ?? document.getElementById(heading))?.focus();
}
