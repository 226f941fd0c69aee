import { useEffect } from 'react';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { formatBytes } from '#ui/kit/format.ts';
import { useServices } from '#ui/services.ts';
import { beginDownload, useCatalog, watchCatalog } from '#ui/state/catalog.ts';
import { suggestedFor } from '#ui/state/catalog-choice.ts';
import { openSheet } from '#ui/state/shell.ts';
import { tryOrSay } from '#ui/state/toasts.ts';
import styles from './model-offer.module.css';

/** On a first visit: the one model that would suit this device best, with its price in bytes. */
export function ModelOffer() {
  const { control } = useServices();
  const entries = useCatalog((state) => state.entries);
  const device = useCatalog((state) => state.device);
  useEffect(() => watchCatalog(control), [control]);
  if (!entries || !device) return null;
  const chats = entries.filter((entry) => entry.model.task === 'chat');
  // Who has a model, or has begun to get one, needs no offer.
  const begun = chats.find((entry) => entry.state.kind !== 'available');
  const entry = begun ?? suggestedFor(chats, device)[0];
  if (!entry || entry.state.kind === 'ready') return null;
  const { model, state, isMeasured } = entry;
  const start = () => tryOrSay(model.title, beginDownload(control, model.id));
  return (
    <aside className={styles['offer']} aria-label="A larger model">
      <div>
        <h3>{model.title}</h3>
        <p>{model.summary}</p>
        <p className={controls['secondary']}>
          {isMeasured ? '' : 'About '}
          {formatBytes(model.downloadBytes)}, once; {model.licence}.
        </p>
      </div>
      {state.kind === 'downloading' ? (
        <progress
          className={controls['bar']}
          aria-label={`Downloading ${model.title}`}
          {...(state.total > 0 ? { value: state.loaded, max: state.total } : {})}
        />
      ) : (
        <div className={styles['actions']}>
          <Button onClick={start}>
            {state.kind === 'available' ? 'Download' : 'Go on downloading'}
          </Button>
          <button
            type="button"
            className={`${controls['button']} ${controls['quiet'] ?? ''}`}
            onClick={() => openSheet('models')}
          >
            Other models
          </button>
        </div>
      )}
      {state.kind === 'failed' && <p className={controls['error']}>{state.problem}</p>}
    </aside>
  );
}
