import type { ModelCard } from '#catalog/model-card.ts';
import { can } from '#device/capabilities.ts';
import { EngineError } from '#engine/engine-error.ts';
import type { Runtime } from '#engine/runtime.ts';
import { compileOrt } from '#runtimes/transformers/ort/ort-files.ts';
import { allowOwnScripts } from '#transport/own-scripts.ts';
import { serveSlot } from './serve-slot.ts';

const NO_WASM =
  'This browser does not run WebAssembly, which models need. Allow it for this site in the settings of the browser, then reload.';

/** Libraries are loaded only by the slot that needs them. */
async function openRuntime({ runtime }: ModelCard): Promise<Runtime> {
  if (runtime !== 'scripted' && !(await can('wasm'))) {
    throw new EngineError('not-compatible', NO_WASM);
  }
  switch (runtime) {
    case 'scripted': {
      const { createScriptedRuntime } = await import('#runtimes/scripted/scripted-runtime.ts');
      return createScriptedRuntime();
    }
    case 'transformers': {
      const { createTransformersRuntime } = await import(
        '#runtimes/transformers/transformers-runtime.ts'
      );
      return createTransformersRuntime();
    }
    case 'webllm': {
      const { createWebllmRuntime } = await import('#runtimes/webllm/webllm-runtime.ts');
      return createWebllmRuntime();
    }
    case 'browser':
    case 'remote':
      throw new Error('Models of other servers and of the browser need no worker.');
  }
}

async function prepare(): Promise<void> {
  await Promise.all([compileOrt(), import('#runtimes/transformers/transformers-runtime.ts')]);
}

allowOwnScripts();

export const handleMessage = serveSlot(
  (message, transfer) => self.postMessage(message, { transfer }),
  {
    open: openRuntime,
    prepare,
  },
);
