import { EngineError } from '#engine/engine-error.ts';
import type { Runtime } from '#engine/runtime.ts';

/** In the npm package this stands in the place of the runtime for WebLLM, which is two thirds of the app's code. */
export function createWebllmRuntime(): Runtime {
  throw new EngineError(
    'not-compatible',
    "WebLLM's models run in Alcove itself alone. Choose the same model for ONNX, and the device webgpu.",
  );
}
