/** Worker to the page that starts workers for it. */
export type BrokerRequest =
  /** "Start this script"; `port` is its way to the worker that asked. */
  | { type: 'start'; id: number; url: string; name: string; port: MessagePort }
  | { type: 'end'; id: number };

/** The page's answer: worker `id` failed. Without a message its script was not loaded. */
export interface BrokerFailure {
  id: number;
  message: string;
}

/** Page to a worker that it started for another one, once. */
export interface BrokeredStart {
  url: string;
  name: string;
  port: MessagePort;
  /** Starts the workers that this one asks for. */
  broker: MessagePort;
  /** A message on this channel ends the worker: the page may hang. */
  endsOn: string | null;
}

/**
 * Name of a worker that is started from its own script, not from the entry of the others: a policy is that of the
 * script a worker was started with. It handles a `BrokeredStart` itself.
 */
export const OWN_ENTRY = 'relay';

/** First message to a worker of a page whose own workers are started by that page. */
export interface UseBrokerMessage {
  type: 'use-broker';
  broker: MessagePort;
}
