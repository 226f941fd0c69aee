import type { Boundary } from '#contract/boundary.ts';
import type { Provider } from '#contract/providers.ts';

/** A provider as its owner sees it: never its key. */
export interface ProviderView {
  config: Provider;
  from: 'person' | 'deployment';
  hasKey: boolean;
  /** Of this day, in UTC; money in 10⁻¹² of the currency. */
  today: { tokens: number; pico: number; requests: number };
}

/** What "Test connection" found. */
export interface ProviderTest {
  state:
    | 'ok'
    /** Offline mode is on: nothing was sent. */
    | 'offline-mode'
    /** This page was opened before its service worker: nothing may leave until it is reloaded. */
    | 'needs-reload'
    /** It answers, but not pages of this origin. */
    | 'cors'
    | 'unauthorized'
    | 'wrong-path'
    /** The server answers, but not with this API. */
    | 'not-api'
    /** An address without encryption, from a page with it. */
    | 'mixed-content'
    /** The browser asks the person before a page reaches the local network. */
    | 'local-network'
    /** Off, another port, or a certificate that this browser does not know. */
    | 'unreachable'
    | 'status'
    // What the server of the page knows, where it calls the provider:
    | 'certificate'
    | 'unknown-name'
    | 'refused'
    | 'redirect'
    /** It is not connected, so it calls nothing. */
    | 'no-server';
  status?: number;
  /** The address that does answer, where another does. */
  suggestion?: string;
  models: { id: string; context: number | null }[];
}

/** Where requests for a model may go. */
export interface RouteView {
  remotes: RouteTarget[];
  /** Whether a provider is asked before this device. */
  isFirst: boolean;
}

interface RouteTarget {
  model: string;
  name: string;
  host: string;
  via: 'page' | 'server';
  boundary: Boundary;
  retains: 'no' | 'yes' | 'unknown';
  trains: 'no' | 'yes' | 'unknown';
  region: string;
}

/** The file next to the app in which a team that serves it lists its providers; `{}` in every build. */
export const DEPLOYMENT_FILE = '/alcove.json';
