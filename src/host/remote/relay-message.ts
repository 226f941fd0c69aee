export interface RelayPortMessage {
  type: 'open';
  port: MessagePort;
}

/** Header of a request that only asks whether a host answers at all; its answer says nothing more. */
export const RELAY_PROBE = 'x-alcove-relay-probe';
