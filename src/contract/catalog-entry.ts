import type { ModelView } from './model-view.ts';

/** State of a catalogue model on this device. */
export type ModelState =
  | { kind: 'ready' }
  | { kind: 'available' }
  /** Bytes; `total` is 0 until the hub has said. */
  | { kind: 'paused'; loaded: number; total: number }
  /** `place`: 1 for the next to be downloaded. */
  | { kind: 'queued'; place: number; loaded: number; total: number }
  /**
   * `bytesPerSecond`: over the last seconds; null until it has been measured. `isConverting`: the GGUF file is
   * here, and bytes count the graph that it becomes.
   */
  | {
      kind: 'downloading';
      loaded: number;
      total: number;
      bytesPerSecond: number | null;
      isConverting?: true;
    }
  | { kind: 'failed'; problem: string; loaded: number; total: number };

/** A model that can be downloaded, or was. */
export interface CatalogEntry {
  model: ModelView;
  state: ModelState;
  /** Whether the size comes from the hub; else it is computed from the weights. */
  isMeasured: boolean;
  /** The page that says more. */
  page: string;
  parameters: number;
  /** The only device it runs on; null where it runs on any. */
  device: 'wasm' | 'webgpu' | null;
  /** What a GPU must have; null where it can do without. */
  gpu: { features: readonly string[]; memoryBytes: number } | null;
  /** Place among the first on a kind of device. */
  rank: { wasm?: number; webgpu?: number };
  /** Whether the server of this page has it: then no other host is asked for its files. */
  isOnServer?: true;
  /** The name of the person's own file that it was converted from, or is being converted from. */
  file?: string;
}

/** A GGUF file of a repository, which a person may choose. */
export interface GgufFile {
  /** Its path in the repository. */
  name: string;
  bytes: number;
  /** Adds it as a model when it is typed. */
  address: string;
}

/** A stored file of a downloaded model. */
export interface ModelFileView {
  path: string;
  bytes: number;
  /** SHA-256 of the stored bytes, in hexadecimal. */
  sha256: string;
  /** Whether the hub names the same hash; else it was computed while the file was downloaded. */
  isFromHub: boolean;
}

/** The result of a check of a model against known answers on this device. */
export interface ModelCheck {
  /** Unix milliseconds. */
  at: number;
  /** The device that was checked. */
  device: 'wasm' | 'webgpu';
  /**
   * Whose outputs its own were compared with: the processor's at the same moment, the values that ship with the app, or the
   * processor's when the model was first loaded here; null where there was nothing yet, and the outputs became that.
   */
  against: 'processor' | 'shipped' | 'first' | null;
  /** Number of outputs for inputs that are always the same: logits after a prompt, vectors, states of a sound. */
  outputs: number;
  /** Lowest cosine of an output with what it was compared with; null without a comparison. */
  cosine: number | null;
  /** How they differ, the end of a sentence; null where they agree. */
  difference: string | null;
  /** Tokens, texts or seconds of sound a second; null where the model has no such task, or ran on one device alone. */
  speeds: { wasm: number; webgpu: number } | null;
}
