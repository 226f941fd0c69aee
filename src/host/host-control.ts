import type { BatchControl, RecentPrompts } from '#api/call/call.ts';
import type { LargeBodies } from '#api/call/large-bodies.ts';
import { countChatTokens } from '#api/tasks/chat-task.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import { toModelView } from '#catalog/model-view.ts';
import type { ApiKeyView } from '#contract/api-key.ts';
import type { ServiceSettings } from '#contract/service-settings.ts';
import type { Engine } from '#engine/engine.ts';
import type { Slot } from '#engine/slot.ts';
import type { Bridge } from '#host/bridge/bridge.ts';
import type { BrowserModel } from '#host/browser-model.ts';
import type { Changes } from '#host/changes.ts';
import type { Providers } from '#host/remote/providers.ts';
import type { ConnectedSites } from '#host/sites/connected-sites.ts';
import type { ModelLibrary } from '#model-library/model-library.ts';
import type { ApiFiles } from '#storage/api-files.ts';
import type { Batches } from '#storage/batches.ts';
import type { KeyRing } from '#storage/key-ring.ts';
import { toStorageError } from '#storage/open-database.ts';
import type { StoredKey } from '#storage/service-records.ts';
import type { UsageLedger } from '#storage/usage-ledger.ts';
import type { HostControl } from '#transport/host-control.ts';
import { ModelChecks } from './model-checks.ts';
import type { Probes } from './open-probe-store.ts';

interface Parts {
  hostId: string;
  bridge: Bridge;
  largeBodies: LargeBodies;
  engine: Engine;
  models: () => readonly ModelCard[];
  library: ModelLibrary;
  browserModel: BrowserModel;
  probes: Pick<Probes, 'last' | 'renew'>;
  providers: Providers;
  prompts: RecentPrompts;
  keys: KeyRing;
  sites: ConnectedSites;
  ledger: UsageLedger;
  files: ApiFiles;
  batches: Batches;
  runner: BatchControl;
  settings: ServiceSettings;
  changes: Readonly<Record<'host' | 'catalog', Changes>>;
  changeSettings: (changes: Partial<ServiceSettings>) => Promise<void>;
}

const isHere = ({ card }: Slot) => card.runtime !== 'remote';

export function createHostControl(parts: Parts): HostControl {
  const { engine, keys, ledger, library } = parts;
  const checks = new ModelChecks(engine, parts.probes);
  const card = (id: string): ModelCard => {
    const found = [...parts.models(), ...parts.providers.cards].find((m) => m.id === id);
    if (!found) throw new Error(`There is no model ${id}.`);
    return found;
  };
  return {
    hostId: async () => parts.hostId,
    changed: (area, seen) => parts.changes[area].after(seen),
    status: async () => ({
      // A provider's model has nothing to load here.
      slots: engine.slots.filter(isHere).map((slot) => ({
        model: slot.card.id,
        state: slot.state,
        device: slot.backend?.device ?? null,
        threads: slot.backend?.threads ?? 0,
        note: slot.backend?.note ?? null,
        running: slot.queue.running,
        waiting: slot.queue.waiting,
        memoryBytes: slot.card.memoryBytes,
        progress: slot.progress,
      })),
      ...(parts.providers.list().length > 0 && { hasProviders: true }),
      ...(parts.settings.offline && { isOffline: true }),
    }),
    bridgeStatus: async () => parts.bridge.status,
    pairBridge: (token) => parts.bridge.pair(token),
    listModels: async () => [
      ...parts.models().map(toModelView),
      ...parts.providers.cards
        .filter(({ task }) => task === 'chat')
        .map((remote) => parts.providers.view(toModelView(remote))),
    ],
    countTokens: async (id, messages) => {
      const slot = engine.slots.find((s) => s.card.id === id && s.state === 'ready');
      return slot ? countChatTokens(slot, messages, parts.largeBodies) : null;
    },
    async countTextTokens(id, texts) {
      const slot = engine.slot(card(id));
      const release = slot.expect();
      return slot.countTokens({ kind: 'embed', texts }).finally(release);
    },
    load: async (id) => {
      await engine.slot(card(id)).ready;
    },
    unload: (id) => engine.unload(id),
    createApiKey: async (name, limits) => (await keys.create(name, limits)).key,
    listApiKeys: async () => (await keys.list()).map(withoutHash),
    async revokeApiKey(id) {
      const isRevoked = await keys.revoke(id);
      parts.sites.end(id);
      return isRevoked;
    },
    siteGrant: async (origin) => {
      const grant = await keys.grantOf(origin);
      return grant && withoutHash(grant);
    },
    connectSite: (origin, allow, port) => parts.sites.connect(origin, allow, port),
    setApiKeyLimits: (id, limits) => keys.setLimits(id, limits),
    createSessionKey: () => keys.createSessionKey(),
    promptOf: async (requestId) => parts.prompts.read(requestId),
    cancelBatch: async (id) => (await parts.runner.cancel(id)) !== null,
    async deleteFile(id) {
      const open = await parts.batches.open();
      if (open.some(({ inputFileId }) => inputFileId === id)) return false;
      await parts.files.delete(id);
      return true;
    },
    recentUsage: (limit) => ledger.recent(limit),
    usageSums: (since) => ledger.sums(since),
    readSettings: async () => ({ ...parts.settings }),
    changeSettings: parts.changeSettings,
    listTestModels: async () => {
      parts.settings.scriptedModels = true;
      parts.changes.host.note();
    },
    setTemperatureMax: (temperatureMax) => parts.changeSettings({ temperatureMax }),
    async listCatalog() {
      // An offer that changes once the server has answered is pressed by mistake.
      await library.readServer();
      return library.entries();
    },
    downloadModel: async (id) => {
      // It continues in the background; the list shows its progress.
      library.download(id).catch(reportError);
    },
    downloadNext: (id) => library.downloadNext(id),
    pauseDownload: (id) => library.pause(id),
    listModelFiles: (id) => library.files(id),
    async checkModelFiles(id) {
      const isSound = await library.checkFiles(id);
      if (!isSound) await engine.unload(id);
      return isSound;
    },
    modelCheck: (id) => checks.last(card(id)),
    checkModel: async (id) => checks.check(card(id)),
    addModel: (named) => library.add(named),
    listGgufFiles: (named) => library.listGgufFiles(named),
    addModelFile: (file, chosen) => library.addFile(file, chosen),
    packModels: (ids) => library.pack(ids),
    readBrowserModel: () => parts.browserModel.refresh(),
    async deleteModel(id) {
      await engine.unload(id);
      await library.remove(id);
    },
    setDevice: (device) => parts.changeSettings({ device }),
    listProviders: async () => parts.providers.list(),
    saveProvider: async (config, secret) => (await parts.providers.open()).save(config, secret),
    setProviderKey: async (id, secret) => (await parts.providers.open()).setSecret(id, secret),
    removeProvider: async (id) => (await parts.providers.open()).remove(id),
    testProvider: async (id) => (await parts.providers.open()).test(id),
    listRules: async () => (await parts.providers.open()).rules(),
    saveRules: async (rules) => (await parts.providers.open()).saveRules(rules),
    routeOf: async (id) => parts.providers.routeOf(id),
  };
}

function withoutHash({ hash: _, ...view }: StoredKey): ApiKeyView {
  return view;
}

type Call = (...values: unknown[]) => Promise<unknown>;

/** The control whose storage failures are sentences: of an exception only its name and message reach a page. */
export function withStorageErrors(control: HostControl): HostControl {
  const wrap =
    (call: Call): Call =>
    async (...values) => {
      try {
        return await call(...values);
      } catch (error) {
        throw toStorageError(error) ?? error;
      }
    };
  const calls = Object.entries(control).map(([name, call]) => [name, wrap(call as Call)]);
  return Object.fromEntries(calls) as HostControl;
}
