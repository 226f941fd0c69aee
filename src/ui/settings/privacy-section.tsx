import { Link } from 'wouter';
import { buttonClass } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { CheckBox } from '#ui/kit/field.tsx';
import { Guard } from '#ui/kit/guard.tsx';
import page from '#ui/kit/page.module.css';
import { privacyText } from '#ui/messages/privacy.ts';
import { providersText } from '#ui/messages/providers.ts';
import { storageText } from '#ui/messages/storage.ts';
import { CheckSection } from './check-section.tsx';
import { InventorySection } from './inventory-section.tsx';
import { useProviders } from './providers/use-providers.ts';
import { SentSection } from './sent-section.tsx';
import { useSettings } from './use-settings.ts';

/** Requests that left this device, who may receive something, the stored data, and how to check all of it. */
export function PrivacySection() {
  return (
    <>
      <OfflineMode />
      <Guard title={storageText.sentNotShown}>
        <SentSection />
      </Guard>
      <Receivers />
      <CheckSection />
      {/* Last: it is measured for a while, and nothing below it moves when its table comes. */}
      <Guard title={privacyText.inventoryNotShown}>
        <InventorySection />
      </Guard>
    </>
  );
}

/** The switch that lets nothing leave. It acts immediately in every tab, and for the programs that ask this browser. */
function OfflineMode() {
  const [settings, change] = useSettings();
  return (
    <section
      className={page['section']}
      aria-labelledby="offline"
      aria-busy={!settings}
      inert={!settings}
    >
      <h2 id="offline">{storageText.offline}</h2>
      <CheckBox
        label={storageText.offlineLabel}
        checked={settings?.offline ?? false}
        onChange={({ target }) => change({ offline: target.checked })}
      />
      <p className={controls['secondary']}>{storageText.offlineIs}</p>
      <p className={controls['secondary']}>{storageText.offlineScope}</p>
    </section>
  );
}

/** The providers that a rule may send something to. */
function Receivers() {
  const [settings] = useProviders();
  return (
    <section className={page['section']} aria-labelledby="receivers">
      <h2 id="receivers">{storageText.providers}</h2>
      {!settings?.providers.length && (
        <p className={controls['secondary']}>{settings ? storageText.noProviders : '\u00a0'}</p>
      )}
      {settings && settings.providers.length > 0 && (
        <ul>
          {settings.providers.map(({ config }) => (
            <li key={config.id}>
              {config.name} · {providersText[config.boundary]}
            </li>
          ))}
        </ul>
      )}
      <Link href="/settings/providers" className={buttonClass({ size: 'small' })}>
        {storageText.openProviders}
      </Link>
    </section>
  );
}
