import { providerOrigin } from '#contract/provider-origin.ts';
import {
  type Deployment,
  type Provider,
  providerSchema,
  type Rule,
  rulesSchema,
} from '#contract/providers.ts';
import type { AlcoveDatabase } from './database.ts';
import type { ProviderDay, StoredProvider } from './provider-records.ts';
import { monthOf } from './sent-ledger.ts';

export interface ListedProvider {
  provider: Provider;
  from: StoredProvider['from'];
  hasKey: boolean;
}

/** Providers, their rules and their keys. A key is opened only to be sent to the origin it was entered for. */
export class ProviderStore {
  readonly #database: AlcoveDatabase;

  constructor(database: AlcoveDatabase) {
    this.#database = database;
  }

  /** The valid providers: edited rows pass the schema like any input. */
  async list(): Promise<ListedProvider[]> {
    const rows = await this.#database.providers.toArray();
    const secrets = new Set(await this.#database.providerSecrets.toCollection().primaryKeys());
    return rows.flatMap(({ id, configJson, from }) => {
      const { data } = providerSchema.safeParse(readJson(configJson));
      if (!data || data.id !== id) return [];
      return [{ provider: data, from, hasKey: secrets.has(id) }];
    });
  }

  /** Stores a provider. `secret`: its key; null for none; undefined for the one that is stored. */
  async save(config: unknown, secret?: string | null): Promise<Provider> {
    const provider = providerSchema.parse(config);
    const { id } = provider;
    const before = (await this.list()).find((listed) => listed.provider.id === id);
    const hasMoved = before && originOf(before.provider) !== originOf(provider);
    // A key goes nowhere but to the server that it was entered for.
    if (secret === null || (hasMoved && secret === undefined)) {
      await this.#database.providerSecrets.delete(id);
    }
    if (secret) await this.#seal(provider, secret);
    await this.#database.providers.put({
      id,
      configJson: JSON.stringify(provider),
      from: 'person',
    });
    return provider;
  }

  /** The key of a stored provider; null removes it. */
  async setSecret(id: string, secret: string | null): Promise<void> {
    const found = (await this.list()).find(({ provider }) => provider.id === id);
    if (secret === null) await this.#database.providerSecrets.delete(id);
    else if (found) await this.#seal(found.provider, secret);
  }

  async remove(id: string): Promise<void> {
    await this.#database.providers.delete(id);
    await this.#database.providerSecrets.delete(id);
  }

  /**
   * Replaces the deployment's earlier providers; a person's own provider with the same id stays.
   * @returns whether that changed anything
   */
  async deploy(deployment: Deployment): Promise<boolean> {
    const before = await this.#deployed();
    await this.#replaceDeployed(deployment);
    return (await this.#deployed()) !== before;
  }

  /** The stored deployment as text. */
  async #deployed(): Promise<string> {
    const rows = await this.#database.providers.toArray();
    const rules = await this.#database.rules.get('deployment');
    return JSON.stringify([rows.filter(({ from }) => from === 'deployment'), rules]);
  }

  async #replaceDeployed({ providers, rules }: Deployment): Promise<void> {
    const all = await this.#database.providers.toArray();
    const own = new Set(all.filter((row) => row.from === 'person').map((row) => row.id));
    const offered = providers.filter(({ id }) => !own.has(id));
    const names = new Set(offered.map(({ id }) => id));
    const gone = all.filter((row) => row.from === 'deployment' && !names.has(row.id));
    for (const { id } of gone) await this.remove(id);
    for (const config of offered) {
      await this.#database.providers.put({
        id: config.id,
        configJson: JSON.stringify(config),
        from: 'deployment',
      });
    }
    await this.#database.rules.put({ id: 'deployment', rulesJson: JSON.stringify(rules) });
  }

  /** A person's rules, then the deployment's: the first that matches decides. */
  async rules(): Promise<{ person: Rule[]; deployment: Rule[] }> {
    const read = async (id: 'person' | 'deployment') =>
      rulesSchema.safeParse(readJson((await this.#database.rules.get(id))?.rulesJson)).data ?? [];
    return { person: await read('person'), deployment: await read('deployment') };
  }

  async saveRules(rules: unknown): Promise<void> {
    const rulesJson = JSON.stringify(rulesSchema.parse(rules));
    await this.#database.rules.put({ id: 'person', rulesJson });
  }

  /** The key of a provider; null where it has none, or one for another origin. */
  async secret(provider: Provider): Promise<string | null> {
    const [row, vault] = await Promise.all([
      this.#database.providerSecrets.get(provider.id),
      this.#database.vaultKeys.get('vault'),
    ]);
    if (!row || !vault) return null;
    try {
      const text = await crypto.subtle.decrypt(cipher(row.iv, provider), vault.key, row.data);
      return new TextDecoder().decode(text);
    } catch {
      return null;
    }
  }

  async day(id: string): Promise<ProviderDay> {
    const row = await this.#database.providerDays.get(id);
    return row ?? { id, tokens: 0, pico: 0, requests: 0 };
  }

  async putDay(day: ProviderDay): Promise<void> {
    const { providerDays } = this.#database;
    await this.#database.transaction('rw', providerDays, async () => {
      const isFirst = (await providerDays.get(day.id)) === undefined;
      await providerDays.put(day);
      if (isFirst) await this.#joinOldDays(dateOf(day.id));
    });
  }

  /** Adds up the days that are long ago by month, or the table would only grow. */
  async #joinOldDays(today: string): Promise<void> {
    const { providerDays } = this.#database;
    for (const row of await providerDays.toArray()) {
      const month = monthOf(dateOf(row.id), Date.parse(today));
      if (month === null) continue;
      const sum = await this.day(row.id.replace(/\S+$/, month));
      await providerDays.put({
        id: sum.id,
        tokens: sum.tokens + row.tokens,
        pico: sum.pico + row.pico,
        requests: sum.requests + row.requests,
      });
      await providerDays.delete(row.id);
    }
  }

  async #seal(provider: Provider, secret: string): Promise<void> {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const key = await this.#vaultKey();
    const text = new TextEncoder().encode(secret);
    const data = await crypto.subtle.encrypt(cipher(iv, provider), key, text);
    await this.#database.providerSecrets.put({ id: provider.id, iv, data: new Uint8Array(data) });
  }

  /** Made once; no script can read it, this one included. */
  async #vaultKey(): Promise<CryptoKey> {
    const stored = await this.#database.vaultKeys.get('vault');
    if (stored) return stored.key;
    const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ]);
    await this.#database.vaultKeys.put({ id: 'vault', key });
    return key;
  }
}

/** The day in the id of a `ProviderDay`. */
const dateOf = (id: string) => id.slice(-10);

function cipher(iv: Uint8Array<ArrayBuffer>, provider: Provider): AesGcmParams {
  const additionalData = new TextEncoder().encode(`${provider.id} ${originOf(provider)}`);
  return { name: 'AES-GCM', iv, additionalData };
}

function readJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}

function originOf({ baseUrl }: Provider): string {
  return providerOrigin(baseUrl) ?? '';
}
