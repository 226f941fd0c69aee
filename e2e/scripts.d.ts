/** The static server, which is plain JavaScript so that `npm start` needs nothing built. */
declare module '#scripts/serve.mjs' {
  import type { Server } from 'node:http';

  export function serve(options?: {
    port?: number;
    isolated?: boolean;
    extra?: string | null;
    root?: string;
  }): Promise<{ server: Server; url: string }>;
}

declare module '#scripts/renderer-memory.mjs' {
  export function rendererBytes(): number;
}

declare module '#scripts/catalog-refresh.mjs' {
  export function measure(files: readonly { path: string; size: number }[]): {
    bytes: Record<string, number>;
  };
}
