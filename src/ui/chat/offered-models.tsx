import { Download } from 'lucide-react';
import { type MouseEvent, useEffect } from 'react';
import { useLocation } from 'wouter';
import { appPath } from '#contract/app-path.ts';
import { formatBytes } from '#ui/kit/format.ts';
import menu from '#ui/kit/menu.module.css';
import { statusText } from '#ui/messages/status.ts';
import styles from '#ui/page-header/model-menu.module.css';
import { useServices } from '#ui/services.ts';
import { useCatalog, watchCatalog } from '#ui/state/catalog.ts';
import { suggestedFor } from '#ui/state/catalog-choice.ts';

const MAX_OFFERS = 3;

interface OfferedModelsProps {
  /** Closes the menu. */
  close: () => void;
  /** Begins with a model that has to be downloaded; without it the model's page opens. */
  onChoose?: (id: string) => void;
}

/** Items of a menu of models: those to download that suit this device best. */
export function OfferedModels({ close, onChoose }: OfferedModelsProps) {
  const { control } = useServices();
  const [, go] = useLocation();
  const entries = useCatalog((state) => state.entries);
  const device = useCatalog((state) => state.device);
  useEffect(() => watchCatalog(control), [control]);
  if (!entries || !device) return null;
  const chats = entries.filter(
    ({ model, state }) => model.task === 'chat' && state.kind !== 'ready',
  );
  return suggestedFor(chats, device)
    .slice(0, MAX_OFFERS)
    .map(({ model: { id, title, downloadBytes } }) => {
      const path: `/${string}` = `/models/${encodeURIComponent(id)}`;
      const choose = (event: MouseEvent) => {
        // A new tab or window is the browser's work.
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        close();
        if (onChoose) onChoose(id);
        else go(path);
      };
      return (
        <a
          key={id}
          role="menuitem"
          className={`${menu['item']} ${styles['item']}`}
          href={appPath(path)}
          onClick={choose}
        >
          <Download size={16} aria-hidden />
          <span className={styles['model']}>
            <span className={styles['name']}>{title}</span>
            <span className={styles['facts']} data-figures>
              {statusText.toDownload(formatBytes(downloadBytes))}
            </span>
          </span>
        </a>
      );
    });
}
