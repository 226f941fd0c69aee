import type { PortResponse } from './port-protocol.ts';

/** Reports to the other end why no host will serve it; `message` is shown to people. */
export function refusePort(port: MessagePort, message: string): void {
  const refusal: PortResponse = { type: 'refused', message };
  port.postMessage(refusal);
  port.close();
}
