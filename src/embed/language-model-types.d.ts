/** The task APIs of browsers (prompt, writing, translation) over the service: `alcove/language-model`. */
import type { AlcoveService, SiteAlcove } from './alcove.d.ts';

export type ApiName =
  | 'LanguageModel'
  | 'Summarizer'
  | 'Writer'
  | 'Rewriter'
  | 'Translator'
  | 'LanguageDetector';

export interface LanguageModelOptions {
  /**
   * Id of the model that answers: the first chat model that is ready where absent. One of the hub, `owner/name`, is
   * `downloadable` until the first `create`, which a person has to press for.
   */
  model?: string;
}

/**
 * Puts the APIs that this browser lacks on the global object: `LanguageModel`, `Summarizer`, `Writer`, `Rewriter`,
 * `Translator`, `LanguageDetector`. Their code is loaded by the first call; their types are in `@types/dom-chromium-ai`.
 * @param service `startAlcove()`'s result, one of `connect()`, or a function that starts it with the first use.
 * @returns the names of the ones that it put there: a browser's own stay.
 */
export function installLanguageModel(
  service: AlcoveService | SiteAlcove | (() => Promise<AlcoveService | SiteAlcove>),
  options?: LanguageModelOptions,
): ApiName[];

/** A static side of the specification: `create` resolves to a session of it. */
export interface LanguageModelApi {
  availability(
    options?: object,
  ): Promise<'unavailable' | 'downloadable' | 'downloading' | 'available'>;
  // biome-ignore lint/suspicious/noExplicitAny: the types of sessions are the browser's.
  create(options?: object): Promise<any>;
}

/** The classes themselves, also where the browser has its own. */
export function loadLanguageModel(
  service: AlcoveService | SiteAlcove,
  options?: LanguageModelOptions,
): Promise<Record<ApiName, LanguageModelApi>>;
