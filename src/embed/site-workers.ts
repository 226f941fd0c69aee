// In the npm package this stands in the place of `workers/app-workers.ts`: there the scripts of the workers are files
// that the site serves, and no bundler may look for them.

/** Name of the Trusted Types policy that makes the addresses of scripts; a site's policy has to allow it. */
const POLICY = 'alcove';

interface ScriptPolicy {
  createScriptURL: (text: string) => string;
}

interface TrustedTypes {
  createPolicy: (name: string, rules: ScriptPolicy) => ScriptPolicy;
}

export interface WorkerAddresses {
  host: string;
  entry: string;
}

let addresses: WorkerAddresses = { host: '', entry: '' };
let policy: ScriptPolicy | null = null;

export function placeWorkers(at: WorkerAddresses): void {
  addresses = at;
}

/**
 * An address of this origin as a script's.
 * @throws TypeError for another origin: browsers start no worker from there.
 */
export function scriptUrl(address: string): string {
  const rules: ScriptPolicy = {
    createScriptURL(text) {
      if (new URL(text, location.href).origin === location.origin) return text;
      throw new TypeError(`Alcove's workers come from this origin only: ${text}`);
    },
  };
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy(POLICY, rules) ?? rules;
  return policy.createScriptURL(address);
}

export function openHostWorker(): Worker {
  return new Worker(scriptUrl(addresses.host), { type: 'module' });
}

export function openBrokeredEntry(): Worker {
  return new Worker(scriptUrl(addresses.entry), { type: 'module' });
}
