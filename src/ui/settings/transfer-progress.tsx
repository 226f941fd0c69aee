import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { formatBytes } from '#ui/kit/format.ts';
import { useTransfer } from './transfer.ts';

/** How far an export or import is, and how to cancel it. */
export function TransferProgress() {
  const transfer = useTransfer((state) => state.transfer);
  if (!transfer) return null;
  const { kind, done, total, cancel } = transfer;
  const name = kind === 'export' ? 'Exporting' : 'Importing';
  const isSized = total > 0 && done > 0;
  return (
    <div className={controls['row']} role="status">
      <span>
        {name}
        {isSized && ` · ${formatBytes(done)} of ${formatBytes(Math.max(done, total))}`}
      </span>
      <progress
        className={controls['bar']}
        aria-label={name}
        {...(isSized ? { value: Math.min(done, total), max: total } : {})}
      />
      <Button size="small" onClick={cancel}>
        Cancel
      </Button>
    </div>
  );
}
