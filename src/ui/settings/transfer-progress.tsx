import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { formatBytes } from '#ui/kit/format.ts';
import { Progress } from '#ui/kit/progress.tsx';
import { settingsText } from '#ui/messages/settings.ts';
import { useTransfer } from './transfer.ts';

const TEXTS = {
  export: { name: 'exporting', share: 'exportingOf' },
  import: { name: 'importing', share: 'importingOf' },
} as const;

/** How far an export or import is, and how to cancel it. */
export function TransferProgress() {
  const transfer = useTransfer((state) => state.transfer);
  if (!transfer) return null;
  const { kind, done, total, cancel } = transfer;
  const { name, share } = TEXTS[kind];
  const isSized = total > 0 && done > 0;
  return (
    <div className={controls['row']} role="status">
      <span>
        {isSized
          ? settingsText[share](formatBytes(done), formatBytes(Math.max(done, total)))
          : settingsText[name]}
      </span>
      <Progress label={settingsText[name]} value={isSized ? done / total : null} />
      <Button size="small" onClick={cancel}>
        {settingsText.cancel}
      </Button>
    </div>
  );
}
