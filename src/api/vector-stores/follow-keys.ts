import type { ApiDependencies } from '#api/call/call.ts';
import { SESSION_KEY } from '#storage/key-ring.ts';

type Parts = Pick<ApiDependencies, 'keys' | 'stores' | 'files'>;

/** Deletes the vector stores and the uploads of each key that is revoked, a site's grant among them: no other key sees them. */
export function followKeys({ keys, stores, files }: Parts): void {
  keys.onRevoked = async (id) => {
    await stores.deleteOf(id);
    await files.deleteOf(id);
  };
}

/** Deletes the stores and uploads of keys that are gone without a word: grants for one visit end with their worker. */
export async function forgetGoneKeys({ keys, stores, files }: Parts): Promise<void> {
  const owners = [...(await stores.owners()), ...(await files.owners())];
  // Read afterwards: the key of whatever was stored meanwhile is among them.
  const known = new Set([SESSION_KEY, ...(await keys.list()).map(({ id }) => id)]);
  for (const id of new Set(owners)) if (!known.has(id)) await keys.onRevoked(id);
}
