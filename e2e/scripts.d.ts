/** The static server, which is plain JavaScript so that `npm start` needs nothing built. */
declare module '#scripts/serve.mjs' {
  import type { IncomingMessage, Server, ServerResponse } from 'node:http';

  export function serve(options?: {
    port?: number;
    host?: string;
    first?: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
    isolated?: boolean;
    extra?: string | null;
    root?: string;
  }): Promise<{ server: Server; url: string }>;
  export function isPacked(file: { path: string; size: number }, address?: string): boolean;
}

declare module '#scripts/options.mjs' {
  export const DEFAULT_PORT: number;
  export function parseOptions(
    args: readonly string[],
    env?: Record<string, string | undefined>,
  ): {
    command: 'serve' | 'key' | 'init' | 'pack';
    models: string[];
    out: string | null;
    folder: string | null;
    webgpu: boolean;
    port: number;
    host: string;
    allowLan: boolean;
    allowHosts: string[];
    origins: string[];
    open: boolean;
    headless: boolean;
    browser: string | null;
    keyFile: string | null;
    data: string | null;
    help: boolean;
  };
}

declare module '#scripts/install.mjs' {
  export function readMissing(listing: string): string[];
  export function findServer(name: string): string | undefined;
  export function findWebKit(): { browser: string; driver: string; screen: string } | undefined;
}

declare module '#scripts/site-address.mjs' {
  export function withAddress(html: string, site: string, base: string): string;
}

declare module '#scripts/platform.mjs' {
  interface Place {
    platform: string;
    env: Record<string, string | undefined>;
    execPath: string;
    path: typeof import('node:path').posix;
  }
  export function npmCommand(args: readonly string[], place?: Place): [string, string[]];
  export function needsShell(command: string, place?: Place): boolean;
  export function openCommand(url: string, place?: Place): [string, string[]];
  export function toWebPath(file: string, place?: Place): string;
  export function fileOf(folder: string, pathname: string, place?: Place): string | null;
  export function chromiumPaths(place?: Place): string[];
  export function firefoxPaths(place?: Place): string[];
  export function findChromium(): string | undefined;
  export function findFirefox(): string | undefined;
  export function findOnPath(name: string): string | undefined;
  export function pythonCommand(place?: Place): string;
}

declare module '#scripts/build-inputs.mjs' {
  export function isCurrent(out: string, base: string): Promise<boolean>;
}

declare module '#scripts/init.mjs' {
  export function initSite(folder: string, options?: { webgpu?: boolean }): Promise<string>;
}

declare module '#scripts/document-code.mjs' {
  export function codeBlocks(path: string, language: string, heading?: string | null): string[];
}

declare module '#scripts/package-manifest.mjs' {
  export function packedManifest(manifest: unknown): {
    bin: { alcove: string };
    files: string[];
    dependencies: Record<string, string>;
  };
}

declare module '#scripts/licences.mjs' {
  interface Lock {
    packages: Record<string, { dependencies?: Record<string, string> }>;
  }
  export function closureOf(lock: Lock, names: readonly string[]): string[];
  export function licenceTexts(): Promise<string>;
}

declare module '#scripts/page-texts.mjs' {
  export function translatedTexts(english: string, translated: string): (string | 0)[];
}

declare module '#scripts/host-files.mjs' {
  type Headers = Record<string, string>;
  export function headersFile(
    base: string,
    headers: Record<'all' | 'downloads' | 'consent', Headers>,
  ): string;
}

declare module '#scripts/host-configs.mjs' {
  type Headers = Record<'all' | 'downloads', Record<string, string>>;
  interface Site {
    root: string;
    base?: string;
    listen?: string;
  }
  export function nginxConfig(headers: Headers, site: Site): string;
  export function caddyConfig(headers: Headers, site: Site): string;
}

declare module '#scripts/renderer-memory.mjs' {
  export function rendererBytes(): number;
}

declare module '#scripts/catalog-refresh.mjs' {
  export function measure(files: readonly { path: string; size: number }[]): {
    bytes: Record<string, number>;
  };
}

declare module '#bench/real/hub.mjs' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export function createFolderHub(
    folders: readonly string[],
  ): (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
}

declare module '#bench/planted-facts.mjs' {
  type Kind = 'deadlines' | 'payments' | 'accidents' | 'absences';
  export const KINDS: Record<Kind, { question: string; count: number; wordings: string[] }>;
  export function plantFacts(options?: { files?: number; lines?: number; seed?: number }): {
    files: { name: string; text: string }[];
    planted: Record<Kind, { file: string; text: string }[]>;
  };
}

declare module '#scripts/docs.mjs' {
  export function buildDocs(out: string): Promise<string[]>;
  export function pageOf(source: string): string;
}

// biome-ignore lint/correctness/noUnresolvedImports: a pattern, for a file without types
declare module '*/inspector-states.mjs' {
  import type { Page } from '@playwright/test';

  /** By name: the path, and the steps from there. */
  export const INSPECTOR_STATES: Readonly<
    Record<string, readonly [path: string, reach: (page: Page) => Promise<unknown>]>
  >;
}

// biome-ignore lint/correctness/noUnresolvedImports: a pattern, for a file without types
declare module '*/hub.mjs' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export function createHub(): (
    request: IncomingMessage,
    response: ServerResponse,
  ) => Promise<boolean>;
}
