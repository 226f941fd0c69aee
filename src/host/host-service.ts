import { expose } from 'comlink';
import { BatchRunner } from '#api/batches/batch-runner.ts';
import { type ApiDependencies, RecentPrompts } from '#api/call/call.ts';
import { DeviceUse } from '#api/call/device-use.ts';
import { RateLimits } from '#api/call/rate-limits.ts';
import { createApi } from '#api/create-api.ts';
import { setDecodeWhole } from '#audio/decoders/fallback-decoder.ts';
import { withAliases } from '#catalog/aliases.ts';
import { EMBEDDED_MODELS } from '#catalog/embedded-models.ts';
import { traitsOf } from '#catalog/runtimes.ts';
import { languageCode } from '#contract/languages.ts';
import { ConnectedSites } from '#host/sites/connected-sites.ts';
import { ModelLibrary } from '#model-library/model-library.ts';
import { CheckedRuntime } from '#slots/checked-runtime.ts';
import { findLastModel, forgetLastModel, readLastModel, remembered } from '#slots/last-model.ts';
import { openThreadCount } from '#slots/open-thread-count.ts';
import { withThreads } from '#slots/thread-count.ts';
import type { WarmSlot } from '#slots/warm-slot.ts';
import { ApiFiles } from '#storage/api-files.ts';
import { Batches } from '#storage/batches.ts';
import { AlcoveDatabase } from '#storage/database.ts';
import { endSession, KeyRing } from '#storage/key-ring.ts';
import { openDatabase, reportFault, toStorageError } from '#storage/open-database.ts';
import { Exchanges } from '#storage/recorded/exchanges.ts';
import { writeWaiting } from '#storage/recorded/gathered-writes.ts';
import { ResponseStore } from '#storage/response-store.ts';
import { countReceived, countSent, openLedger } from '#storage/sent-ledger.ts';
import { StoredDocuments } from '#storage/stored-documents.ts';
import { Transcripts } from '#storage/transcripts.ts';
import { UsageLedger } from '#storage/usage-ledger.ts';
import { VectorStores } from '#storage/vector-stores/vector-stores.ts';
import { holdLifeline } from '#transport/lifeline.ts';
import { openPageDecoder } from '#transport/page-decoder.ts';
import type { HostMessage, LeaveMessage, OpenHostMessage } from '#transport/page-messages.ts';
import { type PortRequest, refusePort } from '#transport/port-protocol.ts';
import { attachPort, type PortService } from '#transport/port-serve.ts';
import { onReceived } from '#transport/received-bytes.ts';
import { onSent } from '#transport/sent-requests.ts';
import { joinTrace, trace } from '#transport/trace.ts';
import { BodyParser } from './body-parser.ts';
import { Bridge } from './bridge/bridge.ts';
import { BrowserModel } from './browser-model.ts';
import { Changes } from './changes.ts';
import { openIndexer, openParseWorker, openSchemaWorker, readFile } from './helpers.ts';
import { createHostControl, withStorageErrors } from './host-control.ts';
import { createEngine, localModels, watchInstalled, wishesOf } from './local-models.ts';
import { isCheckedAhead } from './model-checks.ts';
import { openProbeStore } from './open-probe-store.ts';
import { Providers } from './remote/providers.ts';
import { SchemaChecker } from './schema-checker.ts';
import { Settings } from './settings.ts';
import { applySite, SiteSetupError, siteModels } from './site-setup.ts';

const IDLE_TIMEOUT_MS = 120_000;
/** Milliseconds after which batches of an earlier visit continue: the page that opened comes first. */
const RESUME_MS = 3_000;
const now = () => Date.now();

/** What earlier visits left. */
type Stored = Awaited<ReturnType<typeof openStored>>;
/** The parts that every other one is made of. */
type Core = ReturnType<typeof createCore>;

/** Opens all dependencies of the service. One such worker runs per origin. */
async function openService(message: OpenHostMessage, warm: WarmSlot): Promise<PortService> {
  const stored = await openStored(message);
  const { values } = stored.settings;
  // For the life of this host only: a link must not change stored settings.
  if (message.scriptedModels) values.scriptedModels = true;
  if (message.site) applySite(values, message.site);
  const core = createCore(stored, message, warm);
  await startLastModel(core, stored.lastModel);
  if (values.device !== 'wasm') await warm.close();
  if (stored.providerCount > 0) await core.providers.open();
  const service = createApiPorts(core, message.hostId);
  core.bridge.serve(service);
  startWork(core, warm);
  return service;
}

/** In parallel, because the page waits for all of it. */
async function openStored({ hostId, isContinued }: OpenHostMessage) {
  const database = new AlcoveDatabase();
  const settings = new Settings(database);
  const [library, threads, lastModel, providerCount] = await Promise.all([
    ModelLibrary.open(database, () => wishesOf(settings.values)),
    openThreadCount(database),
    readLastModel(database),
    database.providers.count(),
    settings.load(),
    holdLifeline(hostId),
    openDatabase(database),
    isContinued || endSession(database),
  ]);
  return { database, settings, library, threads, lastModel, providerCount };
}

function createCore(
  { database, settings, library, threads }: Stored,
  { site, browserModel: browserPort }: OpenHostMessage,
  warm: WarmSlot,
) {
  const { values } = settings;
  /** What pages are to ask for again. */
  const changes = { host: new Changes(), catalog: new Changes() };
  const shipped = site ? siteModels(site) : EMBEDDED_MODELS;
  const browserModel = new BrowserModel(site ? null : (browserPort ?? null), changes.host.note);
  /** Local models that answer. */
  const models = () => [...localModels(values, shipped, library), ...browserModel.cards];
  const probes = openProbeStore(database, { isSite: site !== undefined });
  const engine = createEngine(values, changes.host.note, (card) => {
    if (traitsOf(card).isRemote) return providers.createRuntime(card);
    if (card.runtime === 'browser') return browserModel.createRuntime();
    const checked = new CheckedRuntime((placedCard) => warm.claim(placedCard), probes);
    return withThreads(remembered(checked, database), threads);
  });
  threads.follow({
    isIdle: () => engine.slots.every((slot) => slot.isIdle),
    onChange: () => {
      const idle = engine.slots.filter((slot) => slot.isIdle);
      for (const slot of idle) engine.discard(slot).catch(reportError);
    },
  });
  const bridge = new Bridge(database);
  const providers = new Providers({
    database,
    engine,
    models,
    memoryBudgetBytes: () => values.memoryBudgetBytes,
    server: bridge,
    isOffline: () => values.offline,
    now,
    onChange: changes.host.note,
    report: reportFault,
  });
  // Whether it serves the pages of another site: requests need no key there.
  const isOpen = site !== undefined;
  const parts = { database, settings, library, models, engine, changes, browserModel, probes };
  return { ...parts, bridge, providers, isOpen };
}

/** Loads the model of the last visit while the page opens. */
async function startLastModel(
  { database, engine, models }: Core,
  lastModel: Stored['lastModel'],
): Promise<void> {
  const last = findLastModel(models(), lastModel);
  if (!last) return;
  await forgetLastModel(database);
  engine.slot(last);
}

/** Starts what runs for the life of the host. */
function startWork(
  { database, settings, library, engine, models, ...core }: Core,
  warm: WarmSlot,
): void {
  const { changes, browserModel, bridge, providers, isOpen } = core;
  library.listen((kind, coming) => {
    changes.catalog.note();
    if (kind === 'models') changes.host.note();
    warm.warmFor(coming);
  });
  watchInstalled(library, (id) => {
    const card = models().find((one) => one.id === id);
    const { memoryBudgetBytes } = settings.values;
    if (card && isCheckedAhead(card, engine, memoryBudgetBytes))
      engine.slot(card).ready.catch(reportError);
  });
  openLedger(database, Date.now()).catch(reportFault);
  onSent((request) => void countSent(database, request).catch(reportFault));
  onReceived((bytes) => void countReceived(database, bytes).catch(reportFault));
  // Files of Alcove's own server.
  if (!isOpen) {
    bridge.start();
    providers.readDeployment().catch(reportError);
  }
  library.continueDownloads();
  browserModel.refresh().catch(reportError);
}

/** What a port can be attached to: the API for clients, and the controls of the app's own pages. */
function createApiPorts(core: Core, hostId: string): PortService {
  const { database, settings, library, models, engine } = core;
  const { changes, providers, isOpen } = core;
  const { values } = settings;
  const keys = new KeyRing(database, now, { isOpen });
  const ledger = new UsageLedger(database);
  const largeBodies = new BodyParser(openParseWorker);
  const prompts = new RecentPrompts();
  const exchanges = new Exchanges(database, () => values, now).keepPruned(reportFault);
  const api: ApiDependencies = {
    engine,
    models: () => [...withAliases(models(), values.aliases), ...providers.cards],
    routing: () => providers.routing,
    available: () => library.available,
    keys,
    ledger,
    limits: new RateLimits(ledger, now),
    responses: new ResponseStore(database),
    documents: new StoredDocuments(database),
    files: new ApiFiles(database, now),
    batches: new Batches(database),
    stores: new VectorStores(database, now),
    indexer: null,
    readFile,
    runner: null,
    use: new DeviceUse(),
    recordings: (id) => new Transcripts(database).file(id),
    checkSchemas: new SchemaChecker(openSchemaWorker).check,
    largeBodies,
    temperatureMax: () => values.temperatureMax,
    vocabulary: () => values.vocabulary,
    languages: () => navigator.languages.flatMap((tag) => languageCode(tag) ?? []),
    requestTimeoutMs: () => values.requestTimeoutMs,
    idleTimeoutMs: IDLE_TIMEOUT_MS,
    now,
    uuid: () => crypto.randomUUID(),
    report: reportFault,
    trace,
    prompts,
    ...(!isOpen && { recorder: { exchanges, whose: () => values.record } }),
  };
  const runner = new BatchRunner(api, { locks: navigator.locks ?? null, createApi });
  api.runner = runner;
  api.indexer = openIndexer(api, RESUME_MS);
  const handle = createApi(api);
  setTimeout(() => runner.wake(), RESUME_MS);
  const sites = new ConnectedSites(keys, { epoch: hostId, handle });
  const control = createHostControl({
    ...core,
    hostId,
    sites,
    largeBodies,
    prompts,
    keys,
    ledger,
    files: api.files,
    batches: api.batches,
    runner,
    settings: values,
    changeSettings: async (changed) => {
      const reloads = await settings.change(changed);
      if ('recordDays' in changed || 'recordBytes' in changed) await exchanges.prune();
      if ('offline' in changed)
        await Promise.all([providers, library].map((p) => p.changeOffline()));
      changes.host.note();
      changes.catalog.note();
      // Loaded models run as they were loaded: the next request loads them again.
      if (reloads) engine.retireAll();
    },
  });
  return {
    epoch: hostId,
    handle,
    control: (port) => expose(withStorageErrors(control), port),
    // Few visits use it: its code comes with the first session.
    realtime: (port, via) => {
      import('#api/realtime/serve-realtime.ts').then(
        ({ serveRealtime }) => serveRealtime(api, port, via),
        reportFault,
      );
    },
  };
}

// Ports may come while the service is still opening: they wait for it.
let opening: Promise<PortService> | null = null;
/** Why it did not open, for a person. */
let failure = '';
const NOT_STARTED = 'The models could not be started. Reload the page.';

function send(message: HostMessage): void {
  self.postMessage(message);
}

/** Handles a message of the page that runs this worker. */
export function handleMessage(
  data: OpenHostMessage | LeaveMessage | PortRequest,
  warm: WarmSlot,
): void {
  if (data.type === 'open') {
    setDecodeWhole(openPageDecoder(data.decoder));
    joinTrace('host');
    opening ??= openService(data, warm);
    opening.then(
      () => send({ type: 'ready' }),
      (error: unknown) => {
        reportError(error);
        const isSite = error instanceof SiteSetupError;
        failure = isSite ? error.message : (toStorageError(error)?.message ?? NOT_STARTED);
        send({ type: 'failed', message: failure });
      },
    );
  } else if (data.type === 'leave') {
    writeWaiting();
  } else if (data.type === 'attach') {
    opening?.then((opened) => attachPort(data, opened)).catch(() => refusePort(data.port, failure));
  }
}
