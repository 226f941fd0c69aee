import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { providersText } from '#ui/messages/providers.ts';

interface RemoveDialogProps {
  name: string;
  onRemove: () => void;
  onClose: () => void;
}

/** Asks before a provider and its key are removed. */
export function RemoveDialog({ name, onRemove, onClose }: RemoveDialogProps) {
  return (
    <Dialog title={providersText.removeName(name)} onClose={onClose}>
      <p>{providersText.removeWarning}</p>
      <div className={controls['row']}>
        <Button kind="danger" onClick={onRemove}>
          {providersText.remove}
        </Button>
        <Button onClick={onClose}>{providersText.cancel}</Button>
      </div>
    </Dialog>
  );
}
