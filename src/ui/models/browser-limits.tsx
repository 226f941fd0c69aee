import { readBrowser } from '#device/browser.ts';
import { probeCapabilities } from '#device/capabilities.ts';
import controls from '#ui/kit/controls.module.css';
import { useAsync } from '#ui/kit/use-async.ts';
import { capabilitiesText } from '#ui/messages/capabilities.ts';
import { limitsOf } from './limits-of.ts';
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
