import { type ComponentProps, type DragEvent, useRef, useState } from 'react';

interface DropZoneProps extends Omit<ComponentProps<'section'>, 'onDrop'> {
  onFiles: (files: File[], data: DataTransfer) => void;
  /** Added while files are held over it. */
  overClassName?: string | undefined;
}

/** A part of the page on which files can be dropped. */
export function DropZone(props: DropZoneProps) {
  const { onFiles, overClassName, className, children, ...rest } = props;
  // Entering a child comes before leaving its parent: only the outermost pair counts.
  const depth = useRef(0);
  const [isOver, setOver] = useState(false);

  function move(by: number) {
    depth.current = Math.max(0, depth.current + by);
    setOver(depth.current > 0);
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    depth.current = 0;
    setOver(false);
    onFiles([...event.dataTransfer.files], event.dataTransfer);
  }

  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file picker next to it does the same by key
    <section
      {...rest}
      className={[className, isOver ? overClassName : ''].filter(Boolean).join(' ')}
      onDragEnter={(event) => hasFiles(event) && move(1)}
      onDragLeave={(event) => hasFiles(event) && move(-1)}
      onDragOver={(event) => {
        if (hasFiles(event)) event.preventDefault();
      }}
      onDrop={(event) => {
        if (hasFiles(event)) drop(event);
      }}
    >
      {children}
    </section>
  );
}
