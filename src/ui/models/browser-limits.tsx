import { readBrowser } from '#device/browser.ts';
import { type Capabilities, probeCapabilities } from '#device/capabilities.ts';
import controls from '#ui/kit/controls.module.css';
import { useAsync } from '#ui/kit/use-async.ts';
import { capabilitiesText } from '#ui/messages/models-page.ts';
import styles from './models.module.css';

/** Missing features of this browser, and what works without them. */
export function BrowserLimits() {
  const { value: found } = useAsync(() => probeCapabilities());
  if (!found) return null;
  const limits = limitsOf(found, readBrowser().name);
  return (
    <section className={styles['device']}>
      <h2>{capabilitiesText.title}</h2>
      <ul className={controls['secondary']}>
        {limits.length === 0 && <li>{capabilitiesText.complete}</li>}
        {limits.map((limit) => (
          <li key={limit}>{capabilitiesText[limit]}</li>
        ))}
      </ul>
    </section>
  );
}

type Limit = Exclude<keyof typeof capabilitiesText, 'title' | 'complete'>;

/** The most important first. A browser without locks does not get as far as the page. */
const ORDER = [
  'wasm',
  'opfs',
  'webgpu',
  'threads',
  'audioDecoder',
  'blobsInIndexedDb',
  'createWritable',
] as const satisfies readonly (keyof Capabilities & Limit)[];

/** The texts that describe missing features of a browser. */
export function limitsOf(found: Capabilities, browser: string): Limit[] {
  return ORDER.filter((name) => !found[name] && (name !== 'createWritable' || found.opfs)).map(
    (name) => (name === 'opfs' && browser === 'Firefox' ? 'firefoxPrivate' : name),
  );
}
