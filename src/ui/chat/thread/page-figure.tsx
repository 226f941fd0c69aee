import { useEffect, useState } from 'react';
import type { PagePicture } from '#storage/chat-records.ts';
import { boxesOf } from '#ui/chat/passages/page-pictures.ts';
import { chatThreadText } from '#ui/messages/chat-thread.ts';
import styles from './page-figure.module.css';

interface PageFigureProps {
  page: PagePicture;
  /** The words to mark, characters of the document. */
  start: number;
  end: number;
}

const percent = (share: number) => `${100 * share}%`;

/** The picture of a page with the words of a passage marked; it opens scrolled to the first of them. */
export function PageFigure({ page, start, end }: PageFigureProps) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(page.picture);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [page]);
  const boxes = boxesOf(page, start, end);
  const [first] = boxes;
  const showFirst = (image: HTMLImageElement) => {
    const frame = image.closest('figure');
    if (frame && first) frame.scrollTop = first.top * image.clientHeight - frame.clientHeight / 3;
  };
  if (!url) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <figure className={styles['page']} tabIndex={0} aria-label={chatThreadText.pagePicture}>
      <div className={styles['sheet']}>
        <img src={url} alt="" onLoad={(event) => showFirst(event.currentTarget)} />
        {boxes.map(({ left, top, width, height }) => (
          <span
            key={`${left} ${top}`}
            className={styles['word']}
            style={{
              left: percent(left),
              top: percent(top),
              width: percent(width),
              height: percent(height),
            }}
          />
        ))}
      </div>
    </figure>
  );
}
