import type { ModelCard } from '#catalog/model-card.ts';
import { traitsOf } from '#catalog/runtimes.ts';
import { SCRIPTED_MODELS } from '#catalog/scripted-models.ts';
import type { ServiceSettings } from '#contract/service-settings.ts';
import { Engine } from '#engine/engine.ts';
import type { Runtime } from '#engine/runtime.ts';
import type { ModelLibrary } from '#model-library/model-library.ts';

/** Which files suit: where a model may run on either device, the processor's, which a GPU reads as well. */
export const wishesOf = ({ hub, offline, device }: ServiceSettings) => ({
  hub,
  offline,
  device: device === 'webgpu' ? device : ('wasm' as const),
});

/** The models of this device, each on the device where a person wants them. */
export function localModels(
  settings: ServiceSettings,
  shipped: readonly ModelCard[],
  library: ModelLibrary,
): ModelCard[] {
  const { device, threads } = settings;
  // Models of a runtime that knows one device stay on it; the others run where the person wants them.
  const placed = (card: ModelCard): ModelCard => {
    if (traitsOf(card).fixedDevice) return card;
    if (device !== 'fastest') return { ...card, device, threads };
    return { ...card, device: 'webgpu', choosesDevice: true, threads };
  };
  const scripted = settings.scriptedModels ? SCRIPTED_MODELS : [];
  return [...[...shipped, ...library.ready].map(placed), ...scripted];
}

/** Calls back with each model that is installed from now on. */
export function watchInstalled(
  library: Pick<ModelLibrary, 'ready' | 'listen'>,
  onInstalled: (id: string) => void,
): void {
  const ids = () => new Set(library.ready.map(({ id }) => id));
  let known = ids();
  library.listen((kind) => {
    if (kind !== 'models') return;
    const before = known;
    known = ids();
    for (const id of known) if (!before.has(id)) onInstalled(id);
  });
}

/** The engine under the settings as they are at each moment. */
export function createEngine(
  settings: ServiceSettings,
  onChange: () => void,
  createRuntime: (card: ModelCard) => Runtime,
): Engine {
  return new Engine({
    createRuntime,
    memoryBudgetBytes: () => settings.memoryBudgetBytes,
    maxWaiting: () => settings.maxWaiting,
    now: () => performance.now() / 1000,
    onChange,
  });
}
