import type { Passed } from '#api/routing/plan-route.ts';
import type { Routing } from '#api/routing/routing.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import type { Boundary } from '#contract/boundary.ts';
import type { TemperatureMax } from '#contract/chat-request.ts';
import type { Engine } from '#engine/engine.ts';
import type { Turn } from '#engine/slot.ts';
import type { FinishReason } from '#engine/tasks.ts';
import type { StoredBatch } from '#storage/api-file-records.ts';
import type { ApiFiles } from '#storage/api-files.ts';
import type { Batches } from '#storage/batches.ts';
import type { KeyRing } from '#storage/key-ring.ts';
import type { ResponseStore } from '#storage/response-store.ts';
import type { StoredKey } from '#storage/service-records.ts';
import type { StoredDocuments } from '#storage/stored-documents.ts';
import type { UsageLedger } from '#storage/usage-ledger.ts';
import type { VectorStores } from '#storage/vector-stores/vector-stores.ts';
import type { CheckSchemas } from './compile-schema.ts';
import type { DeviceUse } from './device-use.ts';
import type { LargeBodies } from './large-bodies.ts';
import type { RateLimits } from './rate-limits.ts';
import type { Recorder, Recording } from './recording.ts';

/** Requests whose prompts are in memory. */
const MAX_PROMPTS = 20;

/** The last prompts that were asked for, as the models saw them. Never stored. */
export class RecentPrompts {
  readonly #texts = new Map<string, string>();

  note(requestId: string, text: string): void {
    this.#texts.set(requestId, text);
    const [oldest] = this.#texts.keys();
    if (this.#texts.size > MAX_PROMPTS && oldest !== undefined) this.#texts.delete(oldest);
  }

  /** Null where it was not asked for, or by a runtime that does not show it. */
  read(requestId: string): string | null {
    return this.#texts.get(requestId) ?? null;
  }
}

/** Dependencies of the router: everything that differs between machines and tests. */
export interface ApiDependencies {
  engine: Engine;
  /** Models that answer, aliases among them, in the order they are listed. */
  models: () => Iterable<ModelCard>;
  /** Models that could be downloaded: listed; a request to one gets `model_not_downloaded`. */
  available: () => Iterable<ModelCard>;
  keys: KeyRing;
  ledger: UsageLedger;
  limits: RateLimits;
  /** Responses that clients asked to be stored. */
  responses: ResponseStore;
  /** Documents of chats, for keys that may search them. */
  documents: StoredDocuments;
  /** Files that clients upload, and the batches of requests in them. */
  files: ApiFiles;
  batches: Batches;
  /** Vector stores of keys, and what reads their files; null in the service that a batch itself calls. */
  stores: VectorStores;
  indexer: IndexControl | null;
  /** Reads files of vector stores, and pages of TIFF files. */
  readFile: FileReader;
  /** Runs the batches; null in the service that a batch itself calls. */
  runner: BatchControl | null;
  /** Requests in progress that somebody waits for. */
  use: DeviceUse;
  /** Whether its requests are of a batch: they wait for all others, and are repeated where one of those ends them. */
  isBackground?: boolean;
  /** The file of a stored recording; null when there is none. */
  recordings: (id: string) => Promise<Blob | null>;
  /** Providers beyond this device; null, or absent, where none is configured. */
  routing?: () => Routing | null;
  checkSchemas: CheckSchemas;
  /** Parses bodies that would block other requests for too long. */
  largeBodies: LargeBodies;
  /** Upper end of `temperature`. */
  temperatureMax: () => TemperatureMax;
  /** Names and terms of transcriptions that list none themselves. */
  vocabulary: () => readonly string[];
  /** Codes of the languages that this device is used in. */
  languages: () => readonly string[];
  /** Milliseconds a whole answer may take. */
  requestTimeoutMs: () => number;
  /** Milliseconds a stream may stay without progress. */
  idleTimeoutMs: number;
  /** Unix milliseconds. */
  now: () => number;
  uuid: () => string;
  /** Prompts of requests that ask for them, see `PROMPT_HEADER`. */
  prompts: RecentPrompts;
  /** Records requests; absent where no page shows them. */
  recorder?: Recorder;
  /** Reports a failure whose details no client receives. */
  report: (error: unknown) => void;
  /** Reports a step of a request to a page that debugs. `by`: another thread than the host's. */
  trace: (requestId: string, step: string, more?: { detail?: string; by?: 'slot' }) => void;
}

/** What the endpoints of vector stores ask of what reads their files. */
export interface IndexControl {
  /** There are new files. */
  wake: () => void;
}

/**
 * Reads the picture of a page, counted from 1; null where nothing could be decoded. `unread`: lines that were found and
 * not read. A page that cannot be drawn has no picture.
 */
export type PictureReader = (
  picture: Blob,
  page: number,
  pages: number,
) => Promise<{ text: string; unread: number } | null>;

/** Why a file could not be read, in a sentence. `of`: its pictures show no words, or nothing is wrong with it. */
export interface FileProblem {
  problem: string;
  isUnsupported: boolean;
  of?: 'words' | 'device';
}

/**
 * Reads a file: its text with its sentences as numbers, and what became of its pages; or why it cannot. `readPicture`:
 * for its pages that are pictures; null where no model can. @throws the reason of the signal
 */
export type FileReader = (
  file: File,
  readPicture: PictureReader | null,
  signal?: AbortSignal,
) => Promise<
  { text: string; sentences: Uint32Array; pages?: readonly { state: string }[] } | FileProblem
>;

/** What the endpoints of batches ask of the one who runs them. */
export interface BatchControl {
  /** There is a new batch. */
  wake: () => void;
  /** Ends a batch. @returns it as it is then; null where it has ended already. */
  cancel: (id: string) => Promise<StoredBatch | null>;
}

/** How a request came. */
export type Via = 'page' | 'bridge';

/** One request on its way through the router. */
export interface Call {
  request: Request;
  /** The body where it came as a blob: moved to another thread unread. */
  blob: Blob | null;
  requestId: string;
  /** Aborts when the client leaves, and where the request's time is over. */
  controller: AbortController;
  api: ApiDependencies;
  /** Unix milliseconds when it came. */
  began: number;
  /** Fields of its body that have no meaning. */
  ignored: readonly string[];
  /** Parameters of the path, decoded. */
  params: Record<string, string>;
  key: StoredKey | null;
  /** Ceiling of the documents that were read for it; null when they do not lower the request's own. */
  ceiling: Boundary | null;
  /** Filled in on the way, for the ledger. */
  usage: CallUsage;
  /** Its turn on the model that answers: what it used is read there, however it ends. */
  turn: Turn | null;
  /** Ends the claim on the slot that it opened last, which is not unloaded until the request joins its queue. */
  releaseSlot: () => void;
  /** It does not occupy the device any more. */
  endUse: () => void;
  /** The model that answers, once known: `local/guide`, `lab/big`. */
  servedBy: { id: string; boundary: Boundary } | null;
  /** Candidates that failed or were skipped before. */
  tried: Passed[];
  /** Who passed it on, where it did not come from a page. */
  via: Via;
  /** Its headers and bodies, where they are recorded. */
  recording: Recording | null;
}

export interface CallUsage {
  model: string;
  endpoint: string;
  promptTokens: number;
  completionTokens: number;
  /** Waiting for the model to be loaded. */
  loadSeconds: number;
  queueSeconds: number;
  firstTokenSeconds: number;
  totalSeconds: number;
  /** Whether the request passed all checks and joined the queue: only then it counts against limits. */
  admitted: boolean;
  /** Tokens of the prompt that the model did not have to read again. */
  cachedTokens: number;
  /** Calls of tools in the answer. */
  toolCalls: number;
  /** Why the answer ended; null before it did, and for answers that are not written token by token. */
  finish: FinishReason | null;
  /** Tokens set aside of the key's day until the request is done. */
  reservedTokens: number;
}

/** A request that nothing is known of yet but itself. */
export function newCall(
  api: ApiDependencies,
  request: Request,
  blob: Blob | null,
  via: Via = 'page',
): Call {
  const usage: CallUsage = {
    model: '',
    endpoint: '',
    promptTokens: 0,
    completionTokens: 0,
    loadSeconds: 0,
    queueSeconds: 0,
    firstTokenSeconds: 0,
    totalSeconds: 0,
    admitted: false,
    cachedTokens: 0,
    toolCalls: 0,
    finish: null,
    reservedTokens: 0,
  };
  const { uuid } = api;
  return {
    request,
    blob,
    requestId: uuid(),
    controller: followSignal(request),
    api,
    began: api.now(),
    ignored: [],
    params: {},
    key: null,
    ceiling: null,
    usage,
    turn: null,
    releaseSlot: () => {},
    endUse: () => {},
    servedBy: null,
    tried: [],
    via,
    recording: null,
  };
}

/** An abort controller that follows the request's own signal. */
function followSignal(request: Request): AbortController {
  const controller = new AbortController();
  if (request.signal.aborted) controller.abort();
  else request.signal.addEventListener('abort', () => controller.abort(), { once: true });
  return controller;
}
