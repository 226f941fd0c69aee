import type { Availability, BackingOptions, LoadingService } from './backing.ts';

/** Globals of the Prompt API, the writing assistance APIs, and the translator and language detector APIs. */
export const NAMES = [
  'LanguageModel',
  'Summarizer',
  'Writer',
  'Rewriter',
  'Translator',
  'LanguageDetector',
] as const;
type Name = (typeof NAMES)[number];

interface Api {
  // biome-ignore lint/suspicious/noExplicitAny: each API has options of its own, and some need them.
  create(options?: any): Promise<object>;
  // biome-ignore lint/suspicious/noExplicitAny: the same.
  availability(options?: any): Promise<Availability>;
}

/** The classes themselves, whether or not this browser has its own; `service` answers them. */
export async function loadApis(
  service: LoadingService,
  options?: BackingOptions,
): Promise<Record<Name, Api>> {
  const { createApis } = await import('./apis.ts');
  return createApis(service, options);
}

/**
 * Puts the APIs that this browser lacks on the global object. Their code is loaded by the first call.
 * @param service Or a function that is called with the first use.
 * @returns the names of the ones that it put there
 */
export function installApis(
  service: LoadingService | (() => Promise<LoadingService>),
  options?: BackingOptions,
): Name[] {
  let loaded: Promise<Record<Name, Api>> | null = null;
  let apis: Record<Name, Api> | null = null;
  const load = async () => {
    loaded ??= Promise.resolve(typeof service === 'function' ? service() : service).then((given) =>
      loadApis(given, options),
    );
    loaded.catch(() => {
      loaded = null;
    });
    apis = await loaded;
    return apis;
  };
  const missing = NAMES.filter((name) => !(name in globalThis));
  for (const name of missing) {
    const api = Object.assign(
      function construct() {
        throw new TypeError('Illegal constructor');
      },
      {
        alcove: true,
        create: async (given?: object) => (await load())[name].create(given),
        availability: async (given?: object) => (await load())[name].availability(given),
      },
    );
    const isInstance = (value: unknown) =>
      apis !== null && value instanceof (apis[name] as unknown as new () => object);
    Object.defineProperty(api, Symbol.hasInstance, { value: isInstance });
    Object.defineProperty(api, 'name', { value: name });
    Object.defineProperty(globalThis, name, { value: api, writable: true, configurable: true });
  }
  return missing;
}
