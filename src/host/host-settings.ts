import { DEFAULT_SETTINGS } from '#catalog/default-settings.ts';
import type { ServiceSettings } from '#contract/service-settings.ts';
import type { AlcoveDatabase } from '#storage/database.ts';
import { readSettings, writeSetting } from '#storage/settings.ts';

/** Settings that a loaded model was loaded with. */
const RELOADING = ['device', 'threads'] as const;

/** What a person has set for the service, as it stands and as it is stored. */
export class Settings {
  readonly #database: AlcoveDatabase;
  readonly values: ServiceSettings = { ...DEFAULT_SETTINGS };

  constructor(database: AlcoveDatabase) {
    this.#database = database;
  }

  async load(): Promise<void> {
    Object.assign(this.values, await readSettings(this.#database));
  }

  /** @returns whether models that are loaded run with other settings than they would now */
  async change(changes: Partial<ServiceSettings>): Promise<boolean> {
    const { values } = this;
    const reloads = RELOADING.some((name) => name in changes && changes[name] !== values[name]);
    Object.assign(values, changes);
    for (const [name, value] of Object.entries(changes)) {
      await writeSetting(this.#database, name as keyof ServiceSettings, value);
    }
    return reloads;
  }
}
