import type { PortUse } from './port-protocol.ts';

/** Service worker to page: "if you run the host worker, give it this port". */
export interface ConnectMessage {
  type: 'alcove:connect';
}

/** Page to service worker. */
export type ServiceWorkerMessage =
  /** "Give this port to whoever runs the host worker." */
  | { type: 'alcove:attach'; as: PortUse }
  /** "Take control of this page": after a hard reload it has no controller. */
  | { type: 'alcove:claim' }
  /** "The person agreed to the update." */
  | { type: 'alcove:activate' };

/** First message to the host worker. */
export interface OpenHostMessage {
  type: 'open';
  scriptedModels: boolean;
}
