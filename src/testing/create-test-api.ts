import { BatchRunner } from '#api/batches/batch-runner.ts';
import { type ApiDependencies, type PictureReader, RecentPrompts } from '#api/call/call.ts';
import { firstProblem } from '#api/call/compile-schema.ts';
import { DeviceUse } from '#api/call/device-use.ts';
import { LARGE_BODIES_HERE, type LargeBodies } from '#api/call/large-bodies.ts';
import { RateLimits } from '#api/call/rate-limits.ts';
import { createApi } from '#api/create-api.ts';
import type { Routing } from '#api/routing/routing.ts';
import { followKeys } from '#api/vector-stores/follow-keys.ts';
import { StoreIndexer } from '#api/vector-stores/store-indexer.ts';
import { type Aliases, withAliases } from '#catalog/aliases.ts';
import { DEFAULT_SETTINGS } from '#catalog/default-settings.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import { ONNX_MODELS } from '#catalog/onnx-models.ts';
import { SCRIPTED_MODELS } from '#catalog/scripted-models.ts';
import { packSentences } from '#documents/sentences.ts';
import { Engine } from '#engine/engine.ts';
import type { Runtime } from '#engine/runtime.ts';
import { createScriptedRuntime } from '#runtimes/scripted/scripted-runtime.ts';
import { ApiFiles } from '#storage/api-files.ts';
import { Batches } from '#storage/batches.ts';
import { AlcoveDatabase } from '#storage/database.ts';
import { KeyRing } from '#storage/key-ring.ts';
import { Exchanges } from '#storage/recorded/exchanges.ts';
import { ResponseStore } from '#storage/response-store.ts';
import { StoredDocuments } from '#storage/stored-documents.ts';
import { Transcripts } from '#storage/transcripts.ts';
import { UsageLedger } from '#storage/usage-ledger.ts';
import { VectorStores } from '#storage/vector-stores/vector-stores.ts';

/** Texts, and pictures by the scripted reader: the readers of other formats run in workers. */
async function readFile(file: File, readPicture: PictureReader | null) {
  const isPicture = /\.(?:png|tif)$/.test(file.name);
  const read = isPicture ? await readPicture?.(file, 1, 1) : null;
  const text = isPicture ? (read?.text.replaceAll('\0', '') ?? '\0') : await file.text();
  if (text.includes('\0')) return { problem: 'It is no text.', isUnsupported: true };
  return { text, sentences: packSentences(text) };
}

interface Options {
  models?: readonly ModelCard[];
  createRuntime?: () => Runtime;
  /** Models of providers, where there are any. */
  remoteRuntime?: (card: ModelCard) => Runtime;
  routing?: () => Routing | null;
  maxWaiting?: number;
  aliases?: Aliases;
  temperatureMax?: 1 | 2;
  vocabulary?: readonly string[];
  requestTimeoutMs?: number;
  idleTimeoutMs?: number;
  largeBodies?: LargeBodies;
  /** Whose requests are recorded; of none when absent. */
  record?: 'programs' | 'all';
  now?: () => number;
  /** Shared by the tabs of an origin; each test has its own without them. */
  locks?: Pick<LockManager, 'request'>;
  /** One that an earlier service wrote to. */
  database?: AlcoveDatabase;
}

/** The whole service in this process, on the scripted models, with its own database. */
export async function createTestApi(options: Options = {}) {
  const database = options.database ?? new AlcoveDatabase(`test-${crypto.randomUUID()}`);
  const now = options.now ?? (() => Date.now());
  const keys = new KeyRing(database, now);
  const ledger = new UsageLedger(database);
  const reported: unknown[] = [];
  const traced: string[] = [];
  const engine = new Engine({
    createRuntime: (card) =>
      card.runtime === 'remote' && options.remoteRuntime
        ? options.remoteRuntime(card)
        : (options.createRuntime ?? createScriptedRuntime)(),
    memoryBudgetBytes: () => 1_000_000_000,
    maxWaiting: () => options.maxWaiting ?? 8,
    now: () => performance.now() / 1000,
  });
  const models = () => [
    ...withAliases([...(options.models ?? []), ...SCRIPTED_MODELS], options.aliases ?? {}),
  ];
  const prompts = new RecentPrompts();
  const exchanges = new Exchanges(database, () => DEFAULT_SETTINGS, now);
  const dependencies: ApiDependencies = {
    engine,
    models,
    ...(options.routing && { routing: options.routing }),
    available: () => ONNX_MODELS.slice(0, 2),
    keys,
    ledger,
    limits: new RateLimits(ledger, now),
    responses: new ResponseStore(database),
    documents: new StoredDocuments(database),
    files: new ApiFiles(database, now),
    batches: new Batches(database),
    stores: new VectorStores(database, now),
    indexer: null,
    runner: null,
    use: new DeviceUse(),
    recordings: (id) => new Transcripts(database).file(id),
    checkSchemas: async (schemas) => firstProblem(schemas),
    readFile,
    largeBodies: options.largeBodies ?? LARGE_BODIES_HERE,
    temperatureMax: () => options.temperatureMax ?? 1,
    vocabulary: () => options.vocabulary ?? [],
    languages: () => ['en'],
    requestTimeoutMs: () => options.requestTimeoutMs ?? 290_000,
    idleTimeoutMs: options.idleTimeoutMs ?? 120_000,
    now,
    uuid: () => crypto.randomUUID(),
    prompts,
    recorder: { exchanges, whose: () => options.record ?? 'off' },
    report: (error) => reported.push(error),
    trace: (requestId, step, { detail = '', by = 'host' } = {}) =>
      traced.push(`${requestId} ${by} ${step} ${detail}`),
  };
  const runner = new BatchRunner(dependencies, { locks: options.locks ?? null, createApi });
  dependencies.runner = runner;
  const indexer = new StoreIndexer(dependencies, {
    locks: options.locks ?? null,
    retryMs: 20,
  });
  dependencies.indexer = indexer;
  followKeys(dependencies);
  const handle = createApi(dependencies);
  const { key, stored } = await keys.create('test');
  const fetch = (path: string, init: RequestInit = {}) =>
    handle(new Request(`http://localhost${path}`, init));
  return {
    dependencies,
    handle,
    runner,
    indexer,
    fetch,
    models,
    key,
    stored,
    keys,
    ledger,
    engine,
    database,
    prompts,
    reported,
    traced,
  };
}
