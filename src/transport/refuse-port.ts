import type { PortResponse } from './port-protocol.ts';

/** Tells the other end why no host will serve it; `message` is for a person. */
export function refusePort(port: MessagePort, message: string): void {
  const refusal: PortResponse = { type: 'refused', message };
  port.postMessage(refusal);
  port.close();
}
