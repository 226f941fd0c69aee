import { expose } from 'comlink';
import { BatchRunner } from '#api/batches/batch-runner.ts';
import { type ApiDependencies, RecentPrompts } from '#api/call/call.ts';
import { DeviceUse } from '#api/call/device-use.ts';
import { RateLimits } from '#api/call/rate-limits.ts';
import { createApi } from '#api/create-api.ts';
import { setDecodeWhole } from '#audio/decoders/fallback-decoder.ts';
import { withAliases } from '#catalog/aliases.ts';
import { EMBEDDED_MODELS } from '#catalog/embedded-models.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import { traitsOf } from '#catalog/runtimes.ts';
import { languageCode } from '#contract/languages.ts';
import type { Engine } from '#engine/engine.ts';
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
import { KeyRing } from '#storage/key-ring.ts';
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
import { openProbeStore, type Probes } from './open-probe-store.ts';
import { Providers } from './remote/providers.ts';
import { SchemaChecker } from './schema-checker.ts';
import { Settings } from './settings.ts';
import { applySite, SiteSetupError, siteModels } from './site-setup.ts';

const IDLE_TIMEOUT_MS = 120_000;
/** Milliseconds after which batches of an earlier visit continue: the page that opened comes first. */
const RESUME_MS = 3_000;
const now = () => Date.now();

/** The parts that every other one is made of. */
interface Core {
  database: AlcoveDatabase;
  settings: Settings;
  library: ModelLibrary;
  /** Local models that answer. */
  models: () => readonly ModelCard[];
  engine: Engine;
  browserModel: BrowserModel;
  probes: Probes;
  /** Whether requests need no key. */
  isOpen: boolean;
  /** What pages are to ask for again. */
  changes: Readonly<Record<'host' | 'catalog', Changes>>;
}

/** Opens all dependencies of the service. One such worker runs per origin. */
async function openService(
  { scriptedModels, hostId, site, browserModel: browserPort }: OpenHostMessage,
  warm: WarmSlot,
): Promise<PortService> {
  const database = new AlcoveDatabase();
  const changes = { host: new Changes(), catalog: new Changes() };
  const onLibrary = (kind: 'models' | 'progress') => {
    changes.catalog.note();
    if (kind === 'models') changes.host.note();
    if (kind === 'models') noteInstalled?.();
  };
  let noteInstalled: (() => void) | null = null;
  const settings = new Settings(database);
  // In parallel, because the page waits for all of it.
  const [library, threads, lastModel, providerCount] = await Promise.all([
    ModelLibrary.open(database, () => wishesOf(settings.values), onLibrary),
    openThreadCount(database, {
      isIdle: () => engine.slots.every((slot) => slot.isIdle),
      onChange: () => {
        const idle = engine.slots.filter((slot) => slot.isIdle);
        for (const slot of idle) engine.discard(slot).catch(reportError);
      },
    }),
    readLastModel(database),
    database.providers.count(),
    settings.load(),
    holdLifeline(hostId),
    openDatabase(database),
  ]);
  // For the life of this host only: a link must not change stored settings.
  if (scriptedModels) settings.values.scriptedModels = true;
  if (site) applySite(settings.values, site);
  const shipped = site ? siteModels(site) : EMBEDDED_MODELS;
  const browserModel = new BrowserModel(site ? null : (browserPort ?? null), changes.host.note);
  const models = () => [...localModels(settings.values, shipped, library), ...browserModel.cards];
  const probes = openProbeStore(database);
  const engine: Engine = createEngine(settings.values, changes.host.note, (card) => {
    if (traitsOf(card).isRemote) return providers.createRuntime(card);
    if (card.runtime === 'browser') return browserModel.createRuntime();
    const checked = new CheckedRuntime((placedCard) => warm.claim(placedCard), probes);
    return withThreads(remembered(checked, database), threads);
  });
  noteInstalled = watchInstalled(library, (id) => {
    const card = models().find((one) => one.id === id);
    const { memoryBudgetBytes } = settings.values;
    if (card && isCheckedAhead(card, engine, memoryBudgetBytes))
      engine.slot(card).ready.catch(reportError);
  });
  const last = findLastModel(models(), lastModel);
  if (last) {
    await forgetLastModel(database);
    engine.slot(last);
  }
  if (settings.values.device !== 'wasm') await warm.close();
  const bridge = new Bridge(database, () => service);
  const providers = new Providers({
    database,
    engine,
    models,
    memoryBudgetBytes: () => settings.values.memoryBudgetBytes,
    server: bridge,
    isOffline: () => settings.values.offline,
    now,
    onChange: changes.host.note,
    report: reportFault,
  });
  if (providerCount > 0) await providers.open();
  const isOpen = site !== undefined;
  const core = {
    database,
    settings,
    library,
    models,
    engine,
    changes,
    browserModel,
    probes,
    isOpen,
  };
  const service = createApiPorts(core, { hostId, bridge, providers });
  openLedger(database, Date.now()).catch(reportFault);
  onSent((request) => void countSent(database, request).catch(reportFault));
  onReceived((bytes) => void countReceived(database, bytes).catch(reportFault));
  // Files of Alcove's own server.
  if (!site) {
    bridge.start();
    providers.readDeployment().catch(reportError);
  }
  library.continueDownloads();
  browserModel.refresh().catch(reportError);
  return service;
}

/** What a port can be attached to: the API for clients, and the controls of the app's own pages. */
function createApiPorts(
  { database, settings, library, browserModel, probes, models, engine, changes, isOpen }: Core,
  { hostId, bridge, providers }: { hostId: string; bridge: Bridge; providers: Providers },
): PortService {
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
    hostId,
    sites,
    bridge,
    largeBodies,
    engine,
    models,
    library,
    browserModel,
    probes,
    providers,
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
    changes,
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
