export interface RelayPortMessage {
  type: 'open';
  port: MessagePort;
}

/** Header of a request that only tests whether a host answers at all. */
export const RELAY_PROBE = 'x-alcove-relay-probe';
