import { EngineError, type EngineErrorCode } from '#engine/engine-error.ts';

const ANOTHER = 'Delete it and download it again, or choose another model.';

/** WebLLM's messages, matched here and nowhere else (0.2.86). The first that fits counts. */
const KNOWN: readonly (readonly [RegExp, EngineErrorCode, string])[] = [
  [
    /device (?:was |is )?lost|DeviceLost|already been disposed|GPUDevice|ModelNotLoaded/i,
    'slot-crashed',
    'The GPU was lost.',
  ],
  [
    /out of memory|OutOfMemory|Failed to (?:allocate|create).*buffer|bad_alloc/i,
    'slot-crashed',
    'The GPU has no memory left for this model.',
  ],
  [
    /ContextWindowSizeExceeded|prompt tokens exceed/i,
    'context-exceeded',
    'The prompt is longer than the context of this model.',
  ],
  [
    /Could not find.*shader-f16|ShaderF16Support/i,
    'not-compatible',
    'This GPU has no 16-bit floats, which this model needs.',
  ],
  [
    /WebGPUNotAvailable|Cannot find adapter|Unable to find a compatible GPU/i,
    'not-compatible',
    'This browser has no WebGPU, which this model needs.',
  ],
  [/integrity/i, 'not-compatible', `A file of the model is damaged. ${ANOTHER}`],
  [
    /CompileError|LinkError|not a valid wasm/i,
    'not-compatible',
    'The library of this model does not fit this version of WebLLM.',
  ],
  // Its module has ended with it: a fresh slot has a fresh one.
  [/Abort(?:ed)?\(|grammar|EBNF/i, 'slot-crashed', 'The grammar stopped.'],
  // A GPU that refuses a buffer ends the library with a trap that does not name the cause.
  [
    /RuntimeError/,
    'slot-crashed',
    'Its library stopped, which happens when the GPU has too little memory left.',
  ],
];

/** The message for unknown failures: the library's own message goes to the console. */
const UNKNOWN_RUN = 'It failed while it ran.';
const UNKNOWN_LOAD = `The model cannot be loaded. Its files are damaged, or of a kind that does not run here. ${ANOTHER}`;

/**
 * What a failure of WebLLM means, as a sentence. Its errors have names or are bare strings. Files of a
 * model never change: failures that are not known to be transient repeat on every load.
 */
export function toEngineError(error: unknown, during: 'load' | 'run'): EngineError {
  if (error instanceof EngineError) return error;
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const known = KNOWN.find(([pattern]) => pattern.test(text));
  if (known) return new EngineError(known[1], known[2], error);
  return during === 'load'
    ? new EngineError('not-compatible', UNKNOWN_LOAD, error)
    : new EngineError('slot-crashed', UNKNOWN_RUN, error);
}
