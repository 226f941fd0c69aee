import { ApiError } from '#contract/api-error.ts';
import type { KeyRing } from '#storage/key-ring.ts';
import type { StoredKey } from '#storage/service-records.ts';
import type { SiteGrant } from '#transport/host-control.ts';
import { type PortService, servePort } from '#transport/port-serve.ts';
import { SitePort } from './site-port.ts';

const MAX_ORIGIN = 300;
/** Ports of one grant: tabs of a site. */
const MAX_PORTS = 20;

/** Sites whose pages may ask, each over ports that the person's consent opened. */
export class ConnectedSites {
  readonly #keys: KeyRing;
  readonly #service: Pick<PortService, 'epoch' | 'handle'>;
  /** How to end the requests of each port, by the id of its grant. */
  readonly #ports = new Map<string, Set<() => void>>();

  constructor(keys: KeyRing, service: Pick<PortService, 'epoch' | 'handle'>) {
    this.#keys = keys;
    this.#service = service;
  }

  /** @returns false where the site has no grant. The origin comes from a page of the app, which has it from the browser. */
  async connect(origin: string, allow: SiteGrant | null, port: MessagePort): Promise<boolean> {
    const site = parseOrigin(origin);
    const grant = allow
      ? await this.#keys.grant(site, allow.lasts, allow.limits)
      : await this.#keys.grantOf(site);
    if (!grant) {
      port.close();
      return false;
    }
    await this.#serve(grant, port);
    return true;
  }

  /** A grant was revoked: what runs under it ends, and its ports answer with 403. */
  end(id: string): void {
    for (const stop of this.#ports.get(id) ?? []) stop();
  }

  async #serve(grant: StoredKey, port: MessagePort): Promise<void> {
    const key = await this.#keys.createGrantKey(grant);
    const ports = this.#ports.get(grant.id) ?? new Set();
    this.#ports.set(grant.id, ports);
    const [oldest] = ports;
    if (ports.size >= MAX_PORTS && oldest) oldest();
    const onLeft = () => {
      if (!ports.delete(stop)) return;
      stop();
      if (grant.lasts === 'once') this.#keys.revoke(grant.id).catch(reportError);
    };
    const { epoch, handle } = this.#service;
    const sitePort = new SitePort(port, { key, onLeft });
    const stop = servePort(sitePort, {
      epoch,
      // No other use of a port is a site's: it attaches none.
      control: (other) => other.close(),
      handle: async (request, blob) => {
        if (!(await this.#keys.verify(key))) return revoked().toResponse(crypto.randomUUID());
        return handle(request, blob);
      },
    });
    ports.add(stop);
  }
}

const revoked = () =>
  new ApiError(
    403,
    'site_not_allowed',
    'This site may not use the models any more. Ask again with connect().',
  );

/** @throws Error for anything but the origin of a site. */
function parseOrigin(origin: string): string {
  const isSite =
    typeof origin === 'string' && origin.length <= MAX_ORIGIN && /^https?:\/\//.test(origin);
  if (isSite && URL.canParse(origin) && new URL(origin).origin === origin) return origin;
  throw new Error('Only pages of sites can be connected.');
}
