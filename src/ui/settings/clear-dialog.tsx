import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { settingsText } from '#ui/messages/settings.ts';
import { useServices } from '#ui/services.ts';
import { announceCleared } from '#ui/state/cleared.ts';
import { reportFailure, showToast } from '#ui/state/toasts.ts';
import type { Clearable } from './inventory.ts';

/** Asks before a kind of data is deleted. */
export function ClearDialog({ asked, onClose }: { asked: Clearable; onClose: () => void }) {
  const services = useServices();

  async function clear({ name, kind }: Clearable) {
    onClose();
    const { clearKind } = await import('#storage/quarantine.ts');
    await clearKind(services.database, kind);
    announceCleared(kind);
    showToast({ text: settingsText.cleared(settingsText[name]) });
  }

  return (
    <Dialog title={settingsText.clearKind(settingsText[asked.name])} onClose={onClose}>
      <p>{settingsText[asked.about]}</p>
      <p>{settingsText.clearWarning}</p>
      <div className={controls['row']}>
        <Button kind="danger" onClick={() => reportFailure(settingsText.notCleared, clear(asked))}>
          {settingsText.clear}
        </Button>
        <Button onClick={onClose}>{settingsText.cancel}</Button>
      </div>
    </Dialog>
  );
}
