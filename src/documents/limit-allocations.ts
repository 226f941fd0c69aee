import { LIMITS } from './limits.ts';
import { TOO_LARGE } from './too-large.ts';

/**
 * pdf.js unpacks streams into arrays that double until all is in: 4 kB can become gigabytes. Here an
 * array has a limit, so that the tab lives on.
 */
function limitAllocations(): void {
  const scope = globalThis as { Uint8Array: Uint8ArrayConstructor; DecompressionStream?: unknown };
  scope.Uint8Array = new Proxy(Uint8Array, {
    construct(target, [first, ...rest], newTarget) {
      if (typeof first === 'number' && first > LIMITS.pdfStreamBytes) {
        postMessage(TOO_LARGE);
        throw new RangeError('A stream unpacks to more than the limit.');
      }
      const itself = newTarget === scope.Uint8Array ? target : newTarget;
      return Reflect.construct(target, [first, ...rest], itself) as object;
    },
  });
  // Unpacks past the arrays; without it pdf.js takes its own way.
  delete scope.DecompressionStream;
}

limitAllocations();
