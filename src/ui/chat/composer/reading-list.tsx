import { X } from 'lucide-react';
import type { DocumentWork } from '#ui/chat/session/conversation-state.ts';
import { IconButton } from '#ui/kit/button.tsx';
import { Progress } from '#ui/kit/progress.tsx';
import { chatFilesText } from '#ui/messages/chat-files.ts';
import styles from './composer.module.css';

/** Null while nothing is counted. */
const shareOf = (done: number, total: number) => (total > 1 ? done / total : null);

/** Documents that are being read, each with its progress and a button that cancels it. */
export function ReadingList({ reading }: { reading: readonly DocumentWork[] }) {
  return reading.map(({ id, name, done, total, page = 0, pages = 0, cancel }) => (
    <div key={id} className={styles['work']}>
      <span>
        {total > 0
          ? chatFilesText.readingPassages(name, done, total)
          : chatFilesText.readingPage(name, page, pages)}
      </span>
      <Progress
        label={chatFilesText.reading(name)}
        value={shareOf(done, total) ?? shareOf(page - 1, pages)}
      />
      <IconButton
        icon={X}
        label={chatFilesText.cancelReading(name)}
        size="small"
        iconSize={14}
        onClick={cancel}
      />
    </div>
  ));
}
