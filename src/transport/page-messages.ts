import type { PortUse } from './port-protocol.ts';

/** What a site that embeds the service wants of its host (embed/start-alcove.ts). */
export interface SiteSetup {
  /** As the site wrote them: parsed by the host. */
  models: readonly unknown[];
  /** Address of the model hub; null for the default one. */
  hub: string | null;
  device: 'wasm' | 'webgpu';
}

/**
 * Service worker to page: "if you run the host worker, give it this port". `relay`: "if you have a
 * connection to it, hand the port on", for the page that runs it does not answer.
 */
export interface ConnectMessage {
  type: 'alcove:connect';
  relay: boolean;
}

/** Service worker to page: "send `alcove:awake`, for I am still answering". */
export interface StayAwakeMessage {
  type: 'alcove:stay-awake';
}

/** Page to service worker. */
export type ServiceWorkerMessage =
  /** "Give this port to the page that runs the host worker." */
  | { type: 'alcove:attach'; as: PortUse }
  /** "Take control of this page and its workers": after a hard reload they have no controller. */
  | { type: 'alcove:claim' }
  /** "This page has drawn the app": one that does not say so has its files checked. */
  | { type: 'alcove:started' }
  /** "Some code could not be loaded": it may be stored wrongly. */
  | { type: 'alcove:check-code' }
  /** "Cache the whole app and the embedded models for offline use", with progress reported on the port. */
  | { type: 'alcove:save-offline' }
  /** "How much of it is cached?" */
  | { type: 'alcove:offline-state' }
  /** "Which files of the built-in models are cached?" */
  | { type: 'alcove:built-in-state' }
  /** "Cache a built-in model", with the bytes so far reported on the port, then the state of all. */
  | { type: 'alcove:save-built-in'; id: string }
  /** An event without content: it extends the life of the service worker. */
  | { type: 'alcove:awake' }
  /** "The person agreed to the update", to the new worker, and to the one that it waits for. */
  | { type: 'alcove:activate' };

/** First message to the host worker. */
export interface OpenHostMessage {
  type: 'open';
  /** Name of this host, and of the lock it holds while it lives (`lifeline.ts`). */
  hostId: string;
  scriptedModels: boolean;
  /** Whether another host ran before it and a page stayed open. */
  isContinued: boolean;
  /** Whether the page is on a metered connection: nothing is fetched before it is used. */
  isMetered: boolean;
  /** Where the page decodes audio that workers cannot (`openPageDecoder`). */
  decoder: MessagePort;
  /** Where the page asks its browser's own language model; absent where the browser has none. */
  browserModel?: MessagePort;
  /** Absent in the app itself. */
  site?: SiteSetup;
}

/** Page to its host worker: "answer, if you can". */
export interface PingMessage {
  type: 'ping';
}

/** Page to host worker: the page is closing. What waits to be stored is stored now, as far as there is time. */
export interface LeaveMessage {
  type: 'leave';
}

/** Host worker to its page. */
export type HostMessage =
  | { type: 'ready' }
  /** A worker of its own runs that may have been requested before there was a service worker. */
  | { type: 'worker-started' }
  /** The answer to `ping`. */
  | { type: 'pong' }
  /** It will not start; `message` is for a person. */
  | { type: 'failed'; message: string };

/** Channel on which a page that takes over from one that hangs ends that page's host worker. */
export const TAKE_OVER_CHANNEL = 'alcove-take-over';

/** Files cached for offline use, of all there are. */
export interface OfflineState {
  cached: number;
  total: number;
}

/** A model that ships with the app: whether all its files are cached, and the bytes of those that are. */
export interface BuiltInModel {
  id: string;
  isWhole: boolean;
  /** Whether it is cached when it is used, and not by itself once the app is idle. */
  isOnUse: boolean;
  bytes: number;
}

/** The answers to `alcove:save-built-in`. */
export type BuiltInMessage =
  | { kind: 'bytes'; loaded: number }
  | { kind: 'state'; models: readonly BuiltInModel[] }
  | { kind: 'failed' };
