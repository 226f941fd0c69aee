import type { ModelCard } from '#catalog/model-card.ts';
import { traitsOf } from '#catalog/runtimes.ts';
import type { ModelCheck } from '#contract/catalog-entry.ts';
import { EngineError } from '#engine/engine-error.ts';
import type { Backend, LoadProgress, ProbedAbilities, Runtime } from '#engine/runtime.ts';
import type { Task } from '#engine/tasks.ts';
import { describeDifference, digestOf, lowestCosine } from './compare-outputs.ts';
import { measureSpeed } from './measure-speed.ts';

/** The result of a probe, as it is stored. */
export interface Probed {
  abilities: ProbedAbilities;
  /** Why the model does not run where it was to, in a sentence; null when it does. */
  unfit: string | null;
  check: ModelCheck;
  /** `digestOf` what the processor gave; absent where it was not asked. */
  outputs?: readonly Float32Array[];
  /** Whether the next load probes it again: a damaged file may be mended meanwhile. */
  isOpen?: boolean;
}

/** Outputs that a model is compared with: those that ship with the app, or this device's first ones. */
export interface KnownOutputs {
  are: 'shipped' | 'first';
  rows: readonly Float32Array[];
}

/** Stores probe results between visits. */
export interface ProbeStore {
  /** Null where the model was not probed as it would run now. */
  read(card: ModelCard): Promise<Omit<Probed, 'outputs'> | null>;
  /** What the same files are to give on the processor; null where neither the app nor this device knows. */
  outputs(card: ModelCard): Promise<KnownOutputs | null>;
  write(card: ModelCard, probed: Probed): Promise<void>;
}

type ProbeResult = NonNullable<Backend['probeResult']>;

/** Bytes above which a model is not loaded a second time to be compared. */
export const MAX_COMPARED_BYTES = 1.5e9;
/** How much faster the processor has to be: measured on a short task, while people use the device. */
const CLEARLY = 1.15;

/**
 * Verifies a model once per device. On a GPU its output is compared with the processor's, because
 * faulty drivers and half-precision overflows can produce plausible but wrong text.
 * Where they differ it runs on the processor, and says so; where they agree and the card leaves the choice, both are
 * timed, and it runs on the faster one. On the processor its output is compared with values that ship with the app, and
 * a model that gives others is refused at each load; a model without such values, with what it gave here the first time.
 */
export class CheckedRuntime implements Runtime {
  readonly #open: (card: ModelCard) => Runtime;
  readonly #probes: ProbeStore;
  readonly #now: () => number;
  /** Open ones: two while they are compared. */
  readonly #all = new Set<Runtime>();
  /** Ends a probe between the tasks. */
  readonly #closed = new AbortController();
  #runtime: Runtime | null = null;

  constructor(open: (card: ModelCard) => Runtime, probes: ProbeStore, now = Date.now) {
    this.#open = open;
    this.#probes = probes;
    this.#now = now;
  }

  async load(
    card: ModelCard,
    onProgress: (p: LoadProgress) => void,
    signal: AbortSignal,
  ): Promise<Backend> {
    const load = (placed: ModelCard, known?: ProbedAbilities) => {
      const runtime = this.#open(placed);
      this.#all.add(runtime);
      this.#runtime = runtime;
      return runtime.load(placed, onProgress, signal, known);
    };
    if (!traitsOf(card).needsVerification) return load(card);
    const known = await this.#probes.read(card);
    const note = known && whyProcessor(card, known);
    if (note) return { ...(await load({ ...card, device: 'wasm' })), note };
    const { probeResult, ...backend } = await load(card, known?.abilities);
    if (known || !probeResult) return backend;
    const isSmall = card.memoryBytes <= MAX_COMPARED_BYTES;
    if (backend.device === 'webgpu' && isSmall && probeResult.numbers.length > 0) {
      return this.#compare(card, backend, probeResult, { load, signal });
    }
    // What did not start on the GPU may do so another time.
    if (backend.device === card.device) await this.#compareWithKnown(card, probeResult);
    return backend;
  }

  /** @throws EngineError `not-compatible` where a processor gives other values than those that ship with the app */
  async #compareWithKnown(card: ModelCard, probeResult: ProbeResult): Promise<void> {
    const { abilities, numbers, isPartial = false } = probeResult;
    const found = digestOf(numbers);
    const expected = await this.#probes.outputs(card).catch(() => null);
    const difference = expected && describeDifference(found, expected.rows);
    const isRefused = difference !== null && expected?.are === 'shipped' && card.device === 'wasm';
    const check: ModelCheck = {
      at: this.#now(),
      device: card.device,
      against: expected?.are ?? null,
      outputs: numbers.length,
      cosine: expected && lowestCosine(found, expected.rows),
      difference,
      speeds: null,
    };
    const outputs = card.device === 'wasm' && !isRefused && { outputs: found };
    const isOpen = isRefused || isPartial;
    await this.#remember(card, { abilities, unfit: null, check, isOpen, ...outputs });
    if (isRefused) throw refusal(card);
    if (isPartial) this.#probeRest(card, check).catch(() => {});
  }

  /** Where the model is closed before, the next load probes it again. */
  async #probeRest(card: ModelCard, check: ModelCheck): Promise<void> {
    const abilities = await this.#loaded.probeRest?.(this.#closed.signal);
    if (abilities) await this.#remember(card, { abilities, unfit: null, check });
  }

  async #compare(
    card: ModelCard,
    backend: Backend,
    { abilities, numbers }: ProbeResult,
    { load, signal }: { load: (card: ModelCard) => Promise<Backend>; signal: AbortSignal },
  ): Promise<Backend> {
    const onGpu = this.#loaded;
    const reference = await load({ ...card, device: 'wasm' }).catch(() => null);
    const onProcessor = this.#loaded;
    const expected = reference?.probeResult?.numbers;
    if (!reference || !expected) {
      // Where the processor cannot load it there is nothing to compare with, and nowhere else to go.
      this.#runtime = onGpu;
      await this.#end(onProcessor);
      return backend;
    }
    const known = await this.#probes.outputs(card).catch(() => null);
    const isWrong =
      known?.are === 'shipped' && describeDifference(digestOf(expected), known.rows) !== null;
    // Where the processor is wrong, the values that ship with the app decide.
    const [own, right] = isWrong ? [digestOf(numbers), known.rows] : [numbers, expected];
    const difference = describeDifference(own, right);
    const check: ModelCheck = {
      at: this.#now(),
      device: 'webgpu',
      against: isWrong ? 'shipped' : 'processor',
      outputs: expected.length,
      cosine: lowestCosine(own, right),
      difference,
      speeds:
        card.choosesDevice && difference === null && !isWrong
          ? await speedsOf(card, [onGpu, onProcessor], signal)
          : null,
    };
    if (isWrong && difference) {
      await this.#remember(card, { abilities: {}, unfit: null, check, isOpen: true });
      throw refusal(card);
    }
    const unfit =
      difference &&
      `Runs on the processor: WebGPU computes other values on this device: ${difference}`;
    const probed = { abilities: unfit ? {} : abilities, unfit, check };
    await this.#remember(card, { ...probed, ...(!isWrong && { outputs: digestOf(expected) }) });
    const note = whyProcessor(card, probed);
    this.#runtime = note ? onProcessor : onGpu;
    await this.#end(note ? onGpu : onProcessor);
    return note ? { device: reference.device, threads: reference.threads, note } : backend;
  }

  /** On a full disk the model still runs, and is probed again later. */
  #remember(card: ModelCard, probed: Probed): Promise<void> {
    return this.#probes.write(card, probed).catch(() => {});
  }

  async #end(runtime: Runtime): Promise<void> {
    this.#all.delete(runtime);
    await runtime.close();
  }

  async countTokens(task: Task): Promise<number[]> {
    return this.#loaded.countTokens(task);
  }

  run(task: Task, signal: AbortSignal) {
    return this.#loaded.run(task, signal);
  }

  async close(): Promise<void> {
    this.#closed.abort();
    for (const runtime of this.#all) await this.#end(runtime);
  }

  get #loaded(): Runtime {
    if (!this.#runtime) throw new Error('No model is loaded.');
    return this.#runtime;
  }
}

/** Why a model is not used that no device here computes as the app knows it. */
const refusal = ({ title }: ModelCard) =>
  new EngineError(
    'not-compatible',
    `“${title}” is not used: what it computes here differs from the values that ship with the app. Its files may be damaged, or this browser may compute wrongly.`,
  );

/** Why a model that could run on the GPU runs on the processor, a sentence; null where it does not. */
function whyProcessor(
  { device, choosesDevice }: ModelCard,
  { unfit, check }: Omit<Probed, 'outputs'>,
): string | null {
  if (device !== 'webgpu') return null;
  if (unfit) return unfit;
  const { wasm, webgpu } = check.speeds ?? { wasm: 0, webgpu: 0 };
  return choosesDevice && wasm > webgpu * CLEARLY
    ? 'Runs on the processor, which is faster than WebGPU for this model on this device.'
    : null;
}

async function speedsOf(
  card: ModelCard,
  [onGpu, onProcessor]: [Runtime, Runtime],
  signal: AbortSignal,
): Promise<ModelCheck['speeds']> {
  // One after the other: each has the device to itself.
  const webgpu = await measureSpeed(onGpu, card, signal);
  const wasm = webgpu === null ? null : await measureSpeed(onProcessor, card, signal);
  return webgpu === null || wasm === null ? null : { wasm, webgpu };
}
