import { anySignal, untilAborted } from '#base/promises.ts';
import { AlcoveError, post, read, type Service } from './service.ts';

/** A service whose models can also be downloaded from here: that of `startAlcove`. */
export interface LoadingService extends Service {
  load?: (
    model: string,
    options?: {
      onProgress?: (progress: { loaded: number; total: number }) => void;
      signal?: AbortSignal;
    },
  ) => Promise<void>;
}

export interface BackingOptions {
  /** Id of the model that answers; of the models that are there the first for chats where absent. */
  model?: string;
}

/** The fields of `/v1/models` that are read here. */
interface ModelEntry {
  id: string;
  context_length: number;
  architecture: { input_modalities: string[] };
  capabilities: string[];
  /** `languages`: absent in versions before 1.0. */
  sn_metadata: { runtime: string; state: 'ready' | 'available'; languages?: readonly string[] };
}

export interface ChosenModel {
  id: string;
  contextTokens: number;
  inputs: ReadonlySet<string>;
  /** Whether it answers now, or has to be downloaded first. */
  isReady: boolean;
}

export type Availability = 'unavailable' | 'downloadable' | 'downloading' | 'available';

/**
 * Models that are never chosen for other pages: the browser's own would ask itself, a provider's is not on this device,
 * and the guide knows Alcove alone.
 */
const isUnfit = ({ id, sn_metadata: { runtime } }: ModelEntry) =>
  runtime === 'browser' || runtime === 'remote' || id === 'alcove-guide';

/** A model whose page names no languages is trusted with this one. */
const COMMON = 'en';

const REMOVED = 'The model was removed.';

/** Whether a model is said to know all of some languages. */
function knows({ sn_metadata }: ModelEntry, languages: readonly string[]): boolean {
  const listed = sn_metadata.languages ?? [];
  const known = new Set((listed.length > 0 ? listed : [COMMON]).flatMap(baseOf));
  return languages.flatMap(baseOf).every((language) => known.has(language));
}

/** `zh-Hant-TW` → `zh`; nothing for other words, which a model's page may have. */
function baseOf(tag: string): string[] {
  try {
    return [new Intl.Locale(tag).language];
  } catch {
    return [];
  }
}

/** One download for all who wait for it, each with its own report of 0 to 1. */
interface Download {
  done: Promise<void>;
  reports: Set<(loaded: number) => void>;
  giveUp: () => void;
}

/** The model behind the APIs: which it is, whether it is there, and its download. */
export class Backing {
  readonly service: LoadingService;
  readonly #named: string | undefined;
  #loading: Download | null = null;
  /** The download before has ended, also one that was given up: it would pause the one after it. */
  #ended: Promise<unknown> = Promise.resolve();

  constructor(service: LoadingService, { model }: BackingOptions = {}) {
    this.service = service;
    this.#named = model;
  }

  /**
   * The model that answers; null where there is none that knows the languages (BCP 47). Models in memory come first.
   * @throws as `read`
   */
  async model(languages: readonly string[] = []): Promise<ChosenModel | null> {
    if (this.#named !== undefined) return this.#read(this.#named, languages);
    for (const state of ['loaded', 'ready']) {
      const { data } = await read<{ data: ModelEntry[] }>(this.service, `/models?state=${state}`);
      const fits = (one: ModelEntry) =>
        one.capabilities.includes('completion') && !isUnfit(one) && knows(one, languages);
      const found = data.find(fits);
      if (found) return chosen(found);
    }
    return null;
  }

  async #read(id: string, languages: readonly string[]): Promise<ChosenModel | null> {
    const path = `/models/${id.split('/').map(encodeURIComponent).join('/')}`;
    const entry = await read<ModelEntry>(this.service, path).catch((error: unknown) => {
      if (error instanceof AlcoveError && error.status === 404) return null;
      throw error;
    });
    if (entry?.sn_metadata.runtime === 'browser') return null;
    // Of one that names none the site knows more: it chose it.
    if (entry?.sn_metadata.languages?.length && !knows(entry, languages)) return null;
    if (entry?.sn_metadata.state === 'ready') return chosen(entry);
    // A model of the hub, by its name: `load` asks the hub for the rest.
    if (!this.service.load || !id.includes('/')) return null;
    return { id, contextTokens: 0, inputs: new Set(['text']), isReady: false };
  }

  /** Never rejects: a service that cannot be asked has no model. */
  async availability(
    inputs: Iterable<string>,
    languages: readonly string[] = [],
  ): Promise<Availability> {
    const model = await this.model(languages).catch(() => null);
    if (!model) return 'unavailable';
    for (const type of inputs) if (!model.inputs.has(type)) return 'unavailable';
    if (model.isReady) return 'available';
    return this.#loading === null ? 'downloadable' : 'downloading';
  }

  /**
   * The model once it answers: downloaded first where it has to be, which a person must have asked for.
   * @throws DOMException `NotSupportedError`, `NotAllowedError`, `NetworkError`, or the reason of the signal
   */
  async ready(
    monitor: EventTarget,
    signal?: AbortSignal,
    languages: readonly string[] = [],
  ): Promise<ChosenModel> {
    const model = await this.model(languages);
    signal?.throwIfAborted();
    if (!model) {
      const which = languages.length > 0 ? ` that knows ${languages.join(' and ')}` : '';
      throw await this.#none(languages, `There is no model for chats${which}: download one first.`);
    }
    const report = (loaded: number) =>
      monitor.dispatchEvent(Object.assign(new Event('downloadprogress'), { loaded, total: 1 }));
    report(0);
    if (!model.isReady) await this.#downloadFor(languages, model.id, report, signal);
    const there = model.isReady ? model : await this.model(languages);
    signal?.throwIfAborted();
    if (!there?.isReady) throw await this.#none(languages, REMOVED);
    report(1);
    return there;
  }

  /** Why no model answers: the named one does not know the languages, or the other reason. */
  async #none(languages: readonly string[], otherwise: string): Promise<DOMException> {
    const other = languages.length > 0 && this.#named !== undefined ? await this.model() : null;
    const why = other && `The model ${other.id} does not know ${languages.join(' and ')}.`;
    return new DOMException(why || otherwise, 'NotSupportedError');
  }

  /** With its first bytes the page of a model has been read, and its languages are known: it ends there without them. */
  async #downloadFor(
    languages: readonly string[],
    id: string,
    report: (loaded: number) => void,
    signal?: AbortSignal,
  ) {
    const refused = new AbortController();
    const either = anySignal(signal ? [signal, refused.signal] : [refused.signal]);
    const ask = async () => {
      if (await this.model(languages)) return;
      refused.abort(await this.#none(languages, REMOVED));
    };
    let hasAsked = false;
    const onBytes = (loaded: number) => {
      // What cannot be asked now is asked after the download.
      if (!hasAsked) ask().catch(() => {});
      hasAsked = true;
      report(loaded);
    };
    await this.#download(id, onBytes, either.signal).finally(either.release);
  }

  async #download(id: string, report: (loaded: number) => void, signal?: AbortSignal) {
    const { userActivation } = (globalThis.navigator ?? {}) as Partial<Navigator>;
    if (userActivation && !userActivation.isActive && this.#loading === null) {
      throw new DOMException('A download begins at a press of the person.', 'NotAllowedError');
    }
    const download = this.#loading ?? this.#begin(id);
    this.#loading = download;
    download.reports.add(report);
    try {
      await untilAborted(download.done, signal);
    } catch (error) {
      signal?.throwIfAborted();
      throw new DOMException(String((error as Error).message ?? error), 'NetworkError');
    } finally {
      download.reports.delete(report);
      if (download.reports.size === 0) download.giveUp();
    }
  }

  #begin(id: string): Download {
    const { load } = this.service;
    const { signal, abort } = anySignal([]);
    const reports: Download['reports'] = new Set();
    const onProgress = ({ loaded, total }: { loaded: number; total: number }) => {
      if (loaded <= 0 || loaded >= total) return;
      for (const report of reports) report(loaded / total);
    };
    const done = this.#ended.then(() => load?.(id, { onProgress, signal }));
    const leave = () => {
      if (this.#loading === download) this.#loading = null;
    };
    const giveUp = () => {
      leave();
      abort();
    };
    const download = { done, reports, giveUp };
    this.#ended = done.then(leave, leave);
    return download;
  }

  /** Tokens of a conversation in the template of the model. @throws as `post` */
  async count(
    model: ChosenModel,
    messages: readonly object[],
    signal?: AbortSignal,
  ): Promise<number> {
    const body = { model: model.id, input: messages.map(toInput) };
    const answer = await post(this.service, '/responses/input_tokens', body, signal);
    return ((await answer.json()) as { input_tokens: number }).input_tokens;
  }
}

const chosen = (entry: ModelEntry): ChosenModel => ({
  id: entry.id,
  contextTokens: entry.context_length,
  inputs: new Set(entry.architecture.input_modalities),
  isReady: true,
});

/** A message of a chat as an item of the Responses API. */
function toInput(message: object): object {
  const { role, content } = message as { role: string; content: string | readonly object[] };
  if (typeof content === 'string') return { role, content };
  return { role, content: content.map(toInputPart) };
}

function toInputPart(part: object): object {
  const { type, ...rest } = part as { type: string; text?: string; image_url?: { url: string } };
  if (type === 'text') return { type: 'input_text', text: rest.text };
  if (type === 'image_url') return { type: 'input_image', image_url: rest.image_url?.url };
  return part;
}
