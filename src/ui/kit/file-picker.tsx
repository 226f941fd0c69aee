import { type ReactNode, useRef } from 'react';
import controls from './controls.module.css';

interface FilePickerProps {
  /** Names the hidden file input. */
  label: string;
  onFiles: (files: File[]) => void;
  /** Types and extensions, in the format of `<input accept>`. */
  accept?: string;
  isMultiple?: boolean;
  /** Whether a folder is chosen: all files in it. */
  isFolder?: boolean;
  /** The button that opens the browser's dialog. */
  children: (open: () => void) => ReactNode;
}

/** Lets a person choose files with a button of any look. */
export function FilePicker(props: FilePickerProps) {
  const { label, onFiles, accept, isMultiple = true, isFolder = false, children } = props;
  const input = useRef<HTMLInputElement | null>(null);
  return (
    <>
      <input
        ref={(element) => {
          input.current = element;
          // The types of React lack the attribute.
          if (element) element.webkitdirectory = isFolder;
        }}
        type="file"
        className={controls['unseen']}
        aria-label={label}
        tabIndex={-1}
        accept={accept}
        multiple={isMultiple}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Choosing the same file again has to be a change.
          event.target.value = '';
          onFiles(files);
        }}
      />
      {children(() => input.current?.click())}
    </>
  );
}
