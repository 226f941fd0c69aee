import { expose } from 'comlink';
import { createApi } from '#api/create-api.ts';
import { RateLimits } from '#api/rate-limits.ts';
import { EMBEDDED_MODELS } from '#catalog/embedded-models.ts';
import type { ModelDevice } from '#catalog/model-card.ts';
import { SCRIPTED_MODELS } from '#catalog/scripted-models.ts';
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
import { SlotClient } from './slot-client.ts';

const IDLE_TIMEOUT_MS = 120_000;

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
  const models = () => [
    ...EMBEDDED_MODELS.map((card) => ({ ...card, device: settings.device })),
    ...(settings.scriptedModels ? SCRIPTED_MODELS : []),
  ];
  const engine = new Engine({
    createRuntime: () =>
      new SlotClient(new Worker(new URL('./slot-worker.ts', import.meta.url), { type: 'module' })),
    memoryBudgetBytes: settings.memoryBudgetBytes,
    maxWaiting: settings.maxWaiting,
    now: () => performance.now() / 1000,
  });
  const handle = createApi({
    engine,
    models,
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
  const setScriptedModels = async (on: boolean) => {
    settings.scriptedModels = on;
    await writeSetting(database, 'scriptedModels', on);
  };
  const setTemperatureMax = async (max: 1 | 2) => {
    settings.temperatureMax = max;
    await writeSetting(database, 'temperatureMax', max);
  };
  const setDevice = async (device: ModelDevice) => {
    settings.device = device;
    await writeSetting(database, 'device', device);
    // Loaded models are on the other one: the next request loads them anew.
    await engine.close();
  };
  const setters = { setScriptedModels, setTemperatureMax, setDevice };
  const control = createHostControl({ engine, models, keys, ledger, ...setters });
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
