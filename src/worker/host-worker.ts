import { expose } from 'comlink';
import { createApi } from '#api/create-api.ts';
import { RateLimits } from '#api/rate-limits.ts';
import { aliasCards } from '#catalog/aliases.ts';
import { EMBEDDED_MODELS } from '#catalog/embedded-models.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import { SCRIPTED_MODELS } from '#catalog/scripted-models.ts';
import type { ServiceSettings } from '#contract/service-settings.ts';
import { Engine } from '#engine/engine.ts';
import { AlcoveDatabase } from '#storage/database.ts';
import { KeyRing } from '#storage/key-ring.ts';
import { readSettings, writeSetting } from '#storage/settings.ts';
import { UsageLedger } from '#storage/usage-ledger.ts';
import { holdLifeline } from '#wire/lifeline.ts';
import { allowOwnScripts } from '#wire/own-scripts.ts';
import type { OpenHostMessage } from '#wire/page-messages.ts';
import type { PortRequest } from '#wire/port-protocol.ts';
import { type PortService, servePort } from '#wire/port-serve.ts';
import { createHostControl } from './host-control.ts';
import { ModelLibrary } from './model-library.ts';
import { openThreadCount } from './open-thread-count.ts';
import { SlotClient } from './slot-client.ts';
import { withThreads } from './thread-count.ts';

const IDLE_TIMEOUT_MS = 120_000;
/** Settings that a loaded model was loaded with. */
const RELOADING = ['device', 'threads'] as const;

allowOwnScripts();

/** Opens everything the service stands on. One such worker runs per origin. */
async function openService({ scriptedModels }: OpenHostMessage): Promise<PortService> {
  const epoch = `alcove-host:${crypto.randomUUID()}`;
  await holdLifeline(epoch);
  const database = new AlcoveDatabase();
  const settings = await readSettings(database);
  if (scriptedModels && !settings.scriptedModels) {
    settings.scriptedModels = true;
    await writeSetting(database, 'scriptedModels', true);
  }
  const now = () => Date.now();
  const keys = new KeyRing(database, now);
  const ledger = new UsageLedger(database);
  const library = await ModelLibrary.open(database, () => settings.hub);
  // Those of WebLLM know one device only; the others run where the person wants them.
  const placed = (card: ModelCard): ModelCard =>
    card.runtime === 'webllm'
      ? card
      : { ...card, device: settings.device, threads: settings.threads };
  const models = () => [
    ...[...EMBEDDED_MODELS, ...library.ready].map(placed),
    ...(settings.scriptedModels ? SCRIPTED_MODELS : []),
  ];
  const threads = await openThreadCount(database, {
    isIdle: () => engine.slots.every((slot) => slot.queue.isIdle),
    onChange: () => {
      const idle = engine.slots.filter((slot) => slot.queue.isIdle);
      for (const slot of idle) engine.discard(slot).catch(reportError);
    },
  });
  const engine: Engine = new Engine({
    createRuntime: () => {
      const worker = new Worker(new URL('./slot-worker.ts', import.meta.url), { type: 'module' });
      return withThreads(new SlotClient(worker), threads);
    },
    memoryBudgetBytes: () => settings.memoryBudgetBytes,
    maxWaiting: () => settings.maxWaiting,
    now: () => performance.now() / 1000,
  });
  const handle = createApi({
    engine,
    models: () => [...models(), ...aliasCards(models(), settings.aliases)],
    available: () => library.available,
    keys,
    ledger,
    limits: new RateLimits(ledger, now),
    temperatureMax: () => settings.temperatureMax,
    requestTimeoutMs: () => settings.requestTimeoutMs,
    idleTimeoutMs: IDLE_TIMEOUT_MS,
    now,
    uuid: () => crypto.randomUUID(),
    // The person's own console is the only place it is said.
    report: (error) => reportError(error),
  });
  const changeSettings = async (changes: Partial<ServiceSettings>) => {
    const reload = RELOADING.some((name) => name in changes && changes[name] !== settings[name]);
    Object.assign(settings, changes);
    for (const [name, value] of Object.entries(changes)) {
      await writeSetting(database, name as keyof ServiceSettings, value);
    }
    // Loaded models run as they were loaded: the next request loads them anew.
    if (reload) await engine.close();
  };
  const control = createHostControl({
    hostId: epoch,
    engine,
    models,
    library,
    keys,
    ledger,
    settings,
    changeSettings,
  });
  return { epoch, handle, control: (port) => expose(control, port) };
}

// Ports may come while the service is still opening: they wait for it.
let service: Promise<PortService> | null = null;

self.addEventListener('message', ({ data }: MessageEvent<OpenHostMessage | PortRequest>) => {
  if (data.type === 'open') {
    service ??= openService(data);
    service.then(
      () => self.postMessage({ type: 'ready' }),
      (error: unknown) => self.postMessage({ type: 'failed', message: String(error) }),
    );
  } else if (data.type === 'attach') {
    const { as, port } = data;
    service
      ?.then((opened) => (as === 'control' ? opened.control(port) : servePort(port, opened)))
      .catch(() => port.close());
  }
});
