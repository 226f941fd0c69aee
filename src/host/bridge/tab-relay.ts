import type { RelayMessage, RelayReady, RelayTarget } from '#transport/server-relay.ts';

/** The providers that the server of this page may call for it, over one connection. */
export class TabRelay {
  readonly #send: (text: string) => void;
  #ready: { grant: string; isReady: Promise<boolean>; settle: (isReady: boolean) => void } | null =
    null;
  #isClosed = false;

  constructor(send: (text: string) => void) {
    this.#send = send;
  }

  /** Replaces the addresses that the server may call; an empty list revokes all. */
  allow(targets: readonly RelayTarget[]): void {
    if (this.#isClosed || (targets.length === 0 && !this.#ready)) return;
    this.#ready?.settle(false);
    // Safari before 17.4 has no `Promise.withResolvers`.
    let settle = (_: boolean) => {};
    const isReady = new Promise<boolean>((resolve) => {
      settle = resolve;
    });
    const grant = newGrant();
    this.#ready = { grant, isReady, settle };
    const message: RelayMessage = { type: 'relay', grant, targets: [...targets] };
    this.#send(JSON.stringify(message));
  }

  /** What requests prove themselves with, once the server knows it; null where it calls nothing. */
  async grant(): Promise<string | null> {
    const ready = this.#ready;
    if (!ready) return null;
    if (await ready.isReady) return ready.grant;
    // It was replaced meanwhile, or the connection is closed.
    return this.#ready === ready ? null : this.grant();
  }

  /** Handles a text message of the server. @throws Error for an invalid one. */
  receive(text: string): void {
    const { type, grant } = JSON.parse(text) as Partial<RelayReady>;
    if (type === 'relay-ready' && grant === this.#ready?.grant) this.#ready?.settle(true);
  }

  close(): void {
    this.#isClosed = true;
    this.#ready?.settle(false);
  }
}

function newGrant(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
