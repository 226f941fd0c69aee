/** Between a site's page and the window of `/connect` that it opened; both sides check the origin. */
export type ToSite =
  /** "Say who you are": sent to any origin, so it says nothing else. */
  | { type: 'alcove:ask' }
  /** With a port on which the host serves `/v1` for the site. */
  | { type: 'alcove:connected' }
  | { type: 'alcove:refused' };

export interface ToConsent {
  type: 'alcove:connect';
  version: number;
}

/** Both sides refuse another version. */
export const CONNECT_VERSION = 1;

/** Besides the messages of `port-protocol.ts`, over the port itself. */
export type SiteSignal =
  /** "Do you still live?", answered by the same. */
  | { type: 'alcove:ping' }
  /** The page is left: nothing more is read. */
  | { type: 'alcove:bye' };
