import { Link } from 'wouter';
import { listSent } from '#storage/sent-ledger.ts';
import type { SentDay } from '#storage/service-records.ts';
import { buttonClass } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { CheckBox } from '#ui/kit/field.tsx';
import { formatBytes, formatCount } from '#ui/kit/format.ts';
import page from '#ui/kit/page.module.css';
import { Table } from '#ui/kit/table.tsx';
import { language } from '#ui/messages/catalogue.ts';
import { providersText } from '#ui/messages/providers.ts';
import { storageText } from '#ui/messages/storage.ts';
import { useServices } from '#ui/services.ts';
import { useSent } from '#ui/state/sent.ts';
import { useWatched } from '#ui/state/use-watched.ts';
import { useProviders } from './providers/use-providers.ts';
import { useSettings } from './use-settings.ts';

const BY = { models: 'byModels', provider: 'byProvider', page: 'byPage' } as const;

/** What left this device, who may receive something, and the way to the stored data. */
export function PrivacySection() {
  const { database } = useServices();
  const sent = useWatched(() => listSent(database), 'sent');
  const sinceOpened = useSent((state) => state.sinceOpened);
  return (
    <>
      <OfflineMode />
      <section className={page['section']} aria-labelledby="sent">
        <h2 id="sent">{storageText.sent}</h2>
        <p>{storageText.sentSince(sinceOpened)}</p>
        <p className={controls['secondary']}>{storageText.howToCheck}</p>
        {sent && <SentTable days={sent} />}
        <p className={controls['secondary']}>{storageText.sentScope}</p>
      </section>
      <Receivers />
      <section className={page['section']} aria-labelledby="stored">
        <h2 id="stored">{storageText.stored}</h2>
        <p className={controls['secondary']}>{storageText.aboutStored}</p>
        <Link href="/settings/data" className={buttonClass({ size: 'small' })}>
          {storageText.openData}
        </Link>
      </section>
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

function SentTable({ days }: { days: readonly SentDay[] }) {
  if (days.length === 0) return <p>{storageText.nothingSent}</p>;
  return (
    <Table
      caption={storageText.sent}
      columns={[
        storageText.site,
        storageText.askedBy,
        { name: storageText.requests, isNumber: true },
        { name: storageText.bytesSent, isNumber: true },
        { name: storageText.last, isNumber: true },
      ]}
    >
      {days.map(({ id, host, by, requests, bytes, lastAt }) => (
        <tr key={id}>
          <th scope="row">{host}</th>
          <td>{storageText[BY[by]]}</td>
          <td className={controls['number']}>{formatCount(requests)}</td>
          <td className={controls['number']}>{formatBytes(bytes)}</td>
          <td className={controls['number']}>
            {new Date(lastAt).toLocaleString(language(), {
              dateStyle: 'medium',
              timeStyle: 'short',
            })}
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** The providers that a rule may send something to. */
function Receivers() {
  const [settings] = useProviders();
  return (
    <section className={page['section']} aria-labelledby="receivers">
      <h2 id="receivers">{storageText.providers}</h2>
      {settings && settings.providers.length === 0 && (
        <p className={controls['secondary']}>{storageText.noProviders}</p>
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
