import { appPath } from '#contract/app-path.ts';
import type { AlcoveDatabase } from '#storage/database.ts';
import {
  BRIDGE_FILE,
  BRIDGE_VERSION,
  type BridgeDescription,
  type BridgeStatus,
} from '#transport/bridge-messages.ts';
import type { PortService } from '#transport/port-serve.ts';
import type { RelayTarget } from '#transport/server-relay.ts';
import type { Joined } from './join-bridge.ts';
import type { TabRelay } from './tab-relay.ts';

/** Milliseconds before the next try, doubled with each up to `LAST_MS`. */
const FIRST_MS = 200;
const LAST_MS = 4_000;
/** The same where the server does not accept this browser. */
const LAST_REFUSED_MS = 30_000;

/** Answers programs outside the browser for as long as this worker hosts the models. */
export class Bridge {
  readonly #database: AlcoveDatabase;
  #service: PortService | null = null;
  #state: BridgeStatus['state'] = 'none';
  #token: string | null = null;
  #isRunning = false;
  #relay: TabRelay | null = null;
  #relayTargets: readonly RelayTarget[] = [];
  /** Ends the pause before the next try. */
  #wake = () => {};
  #pairing: { resolve: () => void; reject: (error: Error) => void }[] = [];

  constructor(database: AlcoveDatabase) {
    this.#database = database;
  }

  /** What answers the programs: named once, before `start`. */
  serve(service: PortService): void {
    this.#service = service;
  }

  get status(): BridgeStatus {
    return { state: this.#state, relays: this.#relay !== null };
  }

  /** Replaces the providers that the server may call for this tab. */
  allowRelay(targets: readonly RelayTarget[]): void {
    if (JSON.stringify(targets) === JSON.stringify(this.#relayTargets)) return;
    this.#relayTargets = targets;
    this.#relay?.allow(targets);
  }

  /** Proves to the server that a call comes from this tab; null where it calls nothing for it. */
  relayGrant(): Promise<string | null> {
    return this.#relay?.grant() ?? Promise.resolve(null);
  }

  /** Finds the server and stays connected to it; on a static host it ends immediately. Never rejects. */
  start(): void {
    if (this.#isRunning || !this.#service) return;
    this.#isRunning = true;
    this.#run(this.#service)
      .catch(reportError)
      .finally(() => {
        this.#isRunning = false;
      });
  }

  /** Pairs this browser with the server by its one-time token. @throws Error with a sentence for a person. */
  pair(token: string): Promise<void> {
    this.#token = token;
    return new Promise((resolve, reject) => {
      this.#pairing.push({ resolve, reject });
      this.#wake();
      this.start();
    });
  }

  async #run(service: PortService): Promise<void> {
    let pauseMs = FIRST_MS;
    for (;;) {
      const found = await findBridge();
      const joined = found === 'found' ? await this.#join(service) : null;
      if (joined) {
        pauseMs = FIRST_MS;
        await this.#serve(joined);
      } else if (found !== 'found') {
        this.#state = found;
        this.#settle('This page is not served by a server of Alcove: none to pair with.');
      }
      if (await this.#isHopeless()) return;
      await this.#pause(pauseMs);
      const last = this.#state === 'not-paired' ? LAST_REFUSED_MS : LAST_MS;
      pauseMs = Math.min(pauseMs * 2, last);
    }
  }

  /** Resolves when the connection has ended. */
  async #serve({ relay, closed }: Joined): Promise<void> {
    this.#relay = relay;
    relay?.allow(this.#relayTargets);
    await closed;
    this.#relay = null;
    this.#state = 'connecting';
  }

  /** Whether another try could not succeed: a server that refuses now may know this browser again later. */
  async #isHopeless(): Promise<boolean> {
    if (this.#state === 'none') return true;
    if (this.#state === 'connecting' || this.#token !== null) return false;
    return (await this.#readCredential()) === null;
  }

  async #join(service: PortService): Promise<Joined | null> {
    const token = this.#token;
    this.#token = null;
    const { joinBridge } = await import('./join-bridge.ts');
    const credential = await this.#readCredential();
    const answer = await joinBridge({ credential, token }, service);
    if (answer === 'lost') {
      this.#token ??= token;
      this.#state = 'connecting';
      return null;
    }
    if (typeof answer === 'string') {
      this.#state = 'not-paired';
      this.#settle(
        answer === 'too-many'
          ? 'Too many attempts. Wait a minute and try again.'
          : 'The server does not know this code. Each code works once; it prints a new one.',
      );
      return null;
    }
    if (answer.credential !== null) {
      await this.#database.pairings.put({ id: 'server', credential: answer.credential });
    }
    this.#state = 'connected';
    this.#settle(null);
    return answer;
  }

  async #readCredential(): Promise<string | null> {
    return (await this.#database.pairings.get('server'))?.credential ?? null;
  }

  #settle(problem: string | null): void {
    for (const { resolve, reject } of this.#pairing.splice(0)) {
      if (problem === null) resolve();
      else reject(new Error(problem));
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/**
 * Whether the server of this page passes requests of other programs on. Asked before a socket is opened: a failed
 * handshake is an error in the console, and every build has an empty file for static hosts.
 */
async function findBridge(): Promise<'found' | 'none' | 'away'> {
  let response: Response;
  try {
    response = await fetch(appPath(BRIDGE_FILE), { cache: 'no-store' });
  } catch {
    return 'away';
  }
  try {
    const { bridge } = (await response.json()) as BridgeDescription;
    if (bridge === 'away') return 'away';
    return bridge === BRIDGE_VERSION ? 'found' : 'none';
  } catch {
    // A host without the file answers with its page.
    return 'none';
  }
}
