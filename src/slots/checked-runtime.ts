import type { ModelCard } from '#catalog/model-card.ts';
import { traitsOf } from '#catalog/runtimes.ts';
import type { Backend, LoadProgress, ProbedAbilities, Runtime } from '#engine/runtime.ts';
import type { Task } from '#engine/tasks.ts';
import { describeDifference } from './compare-outputs.ts';

/** Stores probe results between visits. */
export interface ProbeStore {
  /** Null where the model was not probed as it would run now. */
  read(card: ModelCard): Promise<{ abilities: ProbedAbilities; unfit: string | null } | null>;
  write(card: ModelCard, abilities: ProbedAbilities, unfit: string | null): Promise<void>;
}

/** Bytes above which a model is not loaded a second time to be compared. */
const MAX_BYTES = 1.5e9;

/**
 * Verifies a model once per device. On a GPU its output is compared with the processor's, because
 * faulty drivers and half-precision overflows can produce plausible but wrong text.
 * Where they differ it runs on the processor, and says so.
 */
export class CheckedRuntime implements Runtime {
  readonly #open: (card: ModelCard) => Runtime;
  readonly #probes: ProbeStore;
  /** Open ones: two while they are compared. */
  readonly #all = new Set<Runtime>();
  #runtime: Runtime | null = null;

  constructor(open: (card: ModelCard) => Runtime, probes: ProbeStore) {
    this.#open = open;
    this.#probes = probes;
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
    if (known?.unfit) {
      return { ...(await load({ ...card, device: 'wasm' })), note: known.unfit };
    }
    const { probeResult, ...backend } = await load(card, known?.abilities);
    if (known || !probeResult) return backend;
    if (backend.device !== 'webgpu' || card.memoryBytes > MAX_BYTES) {
      // What did not start on the GPU may do so another time.
      if (backend.device === card.device) await this.#remember(card, probeResult.abilities, null);
      return backend;
    }
    return this.#compare(card, backend, probeResult, (placed) => load(placed));
  }

  async #compare(
    card: ModelCard,
    backend: Backend,
    { abilities, numbers }: NonNullable<Backend['probeResult']>,
    load: (card: ModelCard) => Promise<Backend>,
  ): Promise<Backend> {
    const onGpu = this.#loaded;
    const reference = await load({ ...card, device: 'wasm' }).catch(() => null);
    const onProcessor = this.#loaded;
    const expected = reference?.probeResult;
    const difference = expected ? describeDifference(numbers, expected.numbers) : null;
    if (!reference || difference === null) {
      this.#runtime = onGpu;
      await this.#end(onProcessor);
      // Where the processor cannot load it there is nothing to compare with, and nowhere else to go.
      if (expected) await this.#remember(card, abilities, null);
      return backend;
    }
    await this.#end(onGpu);
    const note = `Runs on the processor: WebGPU computes other values on this device: ${difference}`;
    await this.#remember(card, {}, note);
    return { device: reference.device, threads: reference.threads, note };
  }

  /** On a full disk the model still runs, and is probed again later. */
  #remember(card: ModelCard, abilities: ProbedAbilities, unfit: string | null): Promise<void> {
    return this.#probes.write(card, abilities, unfit).catch(() => {});
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
    for (const runtime of this.#all) await this.#end(runtime);
  }

  get #loaded(): Runtime {
    if (!this.#runtime) throw new Error('No model is loaded.');
    return this.#runtime;
  }
}
