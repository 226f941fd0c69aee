import { LIMITS, TOO_LARGE } from './limits.ts';

/**
 * pdf.js unpacks streams until all is in: 4 kB can become gigabytes. Here arrays and unpacked streams
 * have a limit, so that the tab lives on.
 */
function limitAllocations(): void {
  const scope = globalThis as {
    Uint8Array: Uint8ArrayConstructor;
    DecompressionStream: typeof DecompressionStream;
  };
  scope.DecompressionStream = limitStream(DecompressionStream);
  scope.Uint8Array = new Proxy(Uint8Array, {
    construct(target, [first, ...rest], newTarget) {
      if (typeof first === 'number' && first > LIMITS.pdfStreamBytes) throw tooLarge();
      const itself = newTarget === scope.Uint8Array ? target : newTarget;
      return Reflect.construct(target, [first, ...rest], itself) as object;
    },
  });
}

function limitStream(Native: typeof DecompressionStream): typeof DecompressionStream {
  return class {
    readonly writable: DecompressionStream['writable'];
    readonly readable: DecompressionStream['readable'];

    constructor(format: CompressionFormat) {
      const { readable, writable } = new Native(format);
      let bytes = 0;
      const count = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          bytes += chunk.byteLength;
          if (bytes > LIMITS.pdfStreamBytes) controller.error(tooLarge());
          else controller.enqueue(chunk);
        },
      });
      this.writable = writable;
      this.readable = readable.pipeThrough(count);
    }
  };
}

function tooLarge(): RangeError {
  postMessage(TOO_LARGE);
  return new RangeError('A stream unpacks to more than the limit.');
}

limitAllocations();
