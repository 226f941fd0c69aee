export interface RelayMessage {
  type: 'open';
  port: MessagePort;
}

/** Header of an answer that stands for none: the host was not reached (`network`), or this thread may not (`policy`). */
export const RELAY_FAILED = 'x-alcove-relay-failed';
/** Header of a request that only asks whether a host answers at all; its answer says nothing more. */
export const RELAY_PROBE = 'x-alcove-relay-probe';
