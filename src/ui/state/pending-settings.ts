import type { ServiceSettings } from '#contract/service-settings.ts';
import type { HostControl } from '#transport/host-control.ts';

/** Changes that the host has not confirmed: a page may be left before its message is read. */
const NAME = 'alcove-pending-settings';

type Changes = Partial<ServiceSettings>;
type Control = <T>(use: (control: HostControl) => Promise<T>) => Promise<T>;

let writing = 0;
let isLeaving = false;
globalThis.addEventListener?.('pagehide', () => {
  isLeaving = true;
});

/** Changes settings of the service. Where the page is left before they are stored, the next page stores them. */
export async function writeSettings(control: Control, changes: Changes): Promise<void> {
  writing++;
  store({ ...read(), ...changes });
  try {
    await control((c) => c.changeSettings(changes));
  } finally {
    writing--;
    // What failed is reported, and not tried behind the person's back; the host of a page that is left ends with it.
    if (writing === 0 && !isLeaving) store(null);
  }
}

/** Stores settings that an earlier page could not store. @returns whether there were any. */
export async function finishSettings(control: Control): Promise<boolean> {
  const left = writing === 0 ? read() : null;
  if (!left) return false;
  const { parseSetting } = await import('#storage/settings.ts');
  const known = Object.entries(left).filter(
    ([name, value]) => parseSetting(name, value) !== undefined,
  );
  await writeSettings(control, Object.fromEntries(known));
  return true;
}

function read(): Changes | null {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(NAME) ?? 'null');
    return typeof found === 'object' ? found : null;
  } catch {
    return null;
  }
}

function store(changes: Changes | null): void {
  try {
    if (changes) localStorage.setItem(NAME, JSON.stringify(changes));
    else localStorage.removeItem(NAME);
  } catch {
    // Without a place for them, changes are stored when the host gets them.
  }
}
