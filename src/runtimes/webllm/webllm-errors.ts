import { EngineError, type EngineErrorCode } from '#engine/engine-error.ts';

/** WebLLM's messages, matched here and nowhere else (0.2.86). The first that fits counts. */
const KNOWN: readonly (readonly [RegExp, EngineErrorCode, string])[] = [
  [
    /device (?:was |is )?lost|DeviceLost|already been disposed|GPUDevice|ModelNotLoaded/i,
    'slot-crashed',
    'The graphics chip was lost.',
  ],
  [
    /out of memory|OutOfMemory|Failed to (?:allocate|create).*buffer|bad_alloc/i,
    'slot-crashed',
    'The graphics chip has no memory left for this model.',
  ],
  [/ContextWindowSizeExceeded|prompt tokens exceed/i, 'context-exceeded', ''],
  [
    /Could not find.*shader-f16|ShaderF16Support/i,
    'load-failed',
    'This graphics chip has no 16-bit floats.',
  ],
  [
    /WebGPUNotAvailable|Cannot find adapter|Unable to find a compatible GPU/i,
    'load-failed',
    'This browser has no WebGPU.',
  ],
  [/integrity/i, 'load-failed', 'A file of the model is not what it should be.'],
  [
    /CompileError|LinkError|not a valid wasm/i,
    'load-failed',
    'The library of this model does not fit this version of WebLLM.',
  ],
  // Its module has ended with it: a fresh slot has a fresh one.
  [/Abort(?:ed)?\(|grammar|EBNF/i, 'slot-crashed', 'The grammar stopped.'],
];

/** What a failure of WebLLM means. Its errors have names or are bare strings. */
export function toEngineError(error: unknown, otherwise: EngineErrorCode): EngineError {
  if (error instanceof EngineError) return error;
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const [, code = otherwise, said = ''] = KNOWN.find(([pattern]) => pattern.test(text)) ?? [];
  const why = text.replace(/[.\s]+$/, '');
  return new EngineError(code, said === '' ? `${why}.` : `${said} (${why})`, error);
}
