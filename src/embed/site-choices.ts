import type { SiteSetup } from '#transport/page-messages.ts';

interface Choices {
  /** Of the service worker; null: there is none. */
  script: string | null;
  type: WorkerType;
  scope: string;
  site: SiteSetup;
}

export let SCRIPT = '';
export let OPTIONS: RegistrationOptions = {};
export let ELECTION = 'alcove-host';
export const MAY_RELOAD = false;
export let SITE: SiteSetup | null = null;

export function choose({ script, type, scope, site }: Choices): void {
  SITE = site;
  SCRIPT = script ?? '';
  OPTIONS = { type, updateViaCache: 'none', scope };
  // Without a service worker tabs do not find each other: each runs its own host.
  if (script === null) ELECTION += `:${crypto.randomUUID()}`;
}
