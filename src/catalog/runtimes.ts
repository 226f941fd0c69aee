import type { ModelCard, ModelDevice, RuntimeName } from './model-card.ts';

/** What the host must know of a runtime without loading its library. */
export interface RuntimeTraits {
  /** The only device it runs on; null where the person chooses. */
  fixedDevice: ModelDevice | null;
  /** Whether a worker can load its library before a model is requested. */
  canPrewarm: boolean;
  /** Whether its models are probed once per device and compared with the CPU on a GPU. */
  needsVerification: boolean;
  /** Whether its speed depends on a number of threads that is worth measuring. */
  tunesThreads: boolean;
  /** How the files of a model are arranged on the hub. */
  layout: 'onnx' | 'mlc' | null;
  /** Whether its answers are prepared by tests: such a model never stands in for a real one. */
  isScripted: boolean;
  /** Whether its models are another server's. */
  isRemote: boolean;
}

/** Every runtime, described once. */
const RUNTIMES: Record<RuntimeName, RuntimeTraits> = {
  transformers: {
    fixedDevice: null,
    canPrewarm: true,
    needsVerification: true,
    tunesThreads: true,
    layout: 'onnx',
    isScripted: false,
    isRemote: false,
  },
  webllm: {
    fixedDevice: 'webgpu',
    canPrewarm: false,
    needsVerification: false,
    tunesThreads: false,
    layout: 'mlc',
    isScripted: false,
    isRemote: false,
  },
  browser: {
    fixedDevice: 'wasm',
    canPrewarm: false,
    needsVerification: false,
    tunesThreads: false,
    layout: null,
    isScripted: false,
    isRemote: false,
  },
  scripted: {
    fixedDevice: null,
    canPrewarm: false,
    needsVerification: false,
    tunesThreads: false,
    layout: null,
    isScripted: true,
    isRemote: false,
  },
  remote: {
    fixedDevice: 'wasm',
    canPrewarm: false,
    needsVerification: false,
    tunesThreads: false,
    layout: null,
    isScripted: false,
    isRemote: true,
  },
};

/** The traits of the runtime that runs a model. */
export function traitsOf({ runtime }: Pick<ModelCard, 'runtime'>): RuntimeTraits {
  return RUNTIMES[runtime];
}
