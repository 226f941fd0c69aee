import { useEffect, useState } from 'react';
import { type Device, measureDevice } from '#device/measure-device.ts';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { formatBytes } from '#ui/kit/format.ts';
import { Guard } from '#ui/kit/guard.tsx';
import { kitText } from '#ui/messages/kit.ts';
import { modelsText } from '#ui/messages/models.ts';
import { useHost } from '#ui/state/models.ts';
import { BrowserLimits } from './browser-limits.tsx';
import { CatalogSection } from './catalog-section.tsx';
import { DeviceFacts } from './device-facts.tsx';
import { ModelCard } from './model-card.tsx';
import styles from './models.module.css';

/** All models with what they need and whether they are loaded. */
export function ModelsSheet({ onClose }: { onClose: () => void }) {
  const models = useHost((state) => state.models);
  const slots = useHost((state) => state.status.slots);
  const service = useHost((state) => state.service);
  const [device, setDevice] = useState<Device | null>(null);

  useEffect(() => {
    let mounted = true;
    measureDevice().then((found) => mounted && setDevice(found), reportError);
    return () => {
      mounted = false;
    };
  }, []);

  const memory = slots.reduce((sum, slot) => sum + slot.memoryBytes, 0);
  return (
    <Dialog title={modelsText.title} kind="side" onClose={onClose}>
      {service.state === 'failed' && <p className={controls['error']}>{service.reason}</p>}
      <p className={controls['secondary']}>
        {slots.length === 0
          ? modelsText.noneLoaded
          : modelsText.loaded(slots.length, formatBytes(memory))}
      </p>
      <ul className={styles['list']}>
        {models.map((model) => (
          <li key={model.id}>
            <Guard title={kitText.notShown(model.id)}>
              <ModelCard
                model={model}
                slot={slots.find((slot) => slot.model === model.id) ?? null}
                device={device}
              />
            </Guard>
          </li>
        ))}
      </ul>
      <Guard title={modelsText.catalogueNotShown}>
        <CatalogSection />
      </Guard>
      {device && <DeviceFacts device={device} />}
      <BrowserLimits />
    </Dialog>
  );
}
