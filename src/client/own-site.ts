// How the app starts the service in its own pages. In the npm package, where the site decides, `embed/site-choices.ts`
// stands in the place of this file.
import { appPath } from '#contract/app-path.ts';
import type { SiteSetup } from '#transport/page-messages.ts';

/** The service worker's script. */
export const SCRIPT = appPath('/service-worker.js');
/** Options of its registration besides those that all have. */
export const OPTIONS: RegistrationOptions = { type: 'classic', updateViaCache: 'none' };
/** The lock of the page that runs the host. */
export const ELECTION = 'alcove-host';
/** Whether a page that nothing else helped may be loaded again. */
export const MAY_RELOAD: boolean = true;
/** What another site than Alcove's wants of its host. */
export const SITE = null as SiteSetup | null;
