import { settled, withLimit } from '#base/promises.ts';
import { readBrowser } from './browser.ts';

/** Parts of the web platform that not every browser has, or not in every window. */
export interface Capabilities {
  /** The origin's private file system: downloads of models need it. */
  opfs: boolean;
  /** Files of it can be written in a page. */
  createWritable: boolean;
  /** WebCodecs decodes the codecs that it reports. */
  audioDecoder: boolean;
  locks: boolean;
  /** WebAssembly, which lockdown modes and policies switch off: no model of this device runs without. */
  wasm: boolean;
  /** Memory shared between threads. WebKitGTK isolates pages, and has none. */
  threads: boolean;
  webgpu: boolean;
  /** IndexedDB stores Blobs; private windows of WebKit refuse them. */
  blobsInIndexedDb: boolean;
}

type Probe = () => boolean | Promise<boolean>;

/** The part of a GPUAdapter that is read. */
export interface GpuAdapter {
  features: ReadonlySet<string>;
  limits: { maxBufferSize: number };
  info?: { vendor: string; architecture: string; device: string; description: string };
}

interface Gpu {
  requestAdapter(): Promise<GpuAdapter | null>;
}

/** The smallest module there is: its magic number and its version. */
const EMPTY_MODULE = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);

const PROBES: { readonly [C in keyof Capabilities]: Probe } = {
  // Firefox has the function in private windows too, but it throws a SecurityError.
  opfs: () => navigator.storage.getDirectory().then(() => true),
  createWritable: () => 'createWritable' in FileSystemFileHandle.prototype,
  // WebKit claims formats on which its decoder hangs or crashes.
  audioDecoder: () => typeof AudioDecoder === 'function' && !readBrowser().isWebKit,
  locks: () => 'locks' in navigator,
  wasm: () => WebAssembly.compile(EMPTY_MODULE).then(() => true),
  threads: hasThreads,
  webgpu: async () => (await requestGpu()) !== null,
  blobsInIndexedDb: storesBlobs,
};

const found = new Map<keyof Capabilities, Promise<boolean>>();

/** Whether this browser can do something. Probed once in each thread; a probe that throws, or has not answered yet, means unsupported. */
export function can(capability: keyof Capabilities): Promise<boolean> {
  const known = found.get(capability);
  if (known !== undefined) return known;
  const probe = Promise.resolve().then(PROBES[capability]);
  const answer = probe.catch(() => false);
  const limited = orElse(() => answer, false);
  found.set(capability, limited);
  // A slow disk or driver counts once it has answered.
  void answer.then(() => found.set(capability, answer));
  return limited;
}

export async function probeCapabilities(): Promise<Capabilities> {
  const names = Object.keys(PROBES) as (keyof Capabilities)[];
  const all = await Promise.all(names.map(async (name) => [name, await can(name)]));
  return Object.fromEntries(all) as Capabilities;
}

/** Whether wasm can use several threads. */
export function hasThreads(): boolean {
  return globalThis.crossOriginIsolated === true && typeof SharedArrayBuffer === 'function';
}

/** Milliseconds after which a browser that does not answer counts as one that cannot: a driver or a disk may hang. */
const ANSWER_MS = 5_000;

/** What a call of the browser resolves to; `otherwise` where it is missing, throws, rejects or is silent. */
export function orElse<T>(call: () => Promise<T> | T, otherwise: T): Promise<T> {
  const asked = Promise.resolve().then(call);
  return withLimit(asked, ANSWER_MS, () => new Error('No answer.')).catch(() => otherwise);
}

/** The GPU as the browser offers it now; null where it offers none. */
export const findGpu = (): Promise<GpuAdapter | null> => orElse(requestGpu, null);

async function requestGpu(): Promise<GpuAdapter | null> {
  const adapter = await (navigator as { gpu?: Gpu }).gpu?.requestAdapter();
  return adapter?.features && adapter.limits ? adapter : null;
}

/** Found by storing a Blob: user agent strings do not say. */
async function storesBlobs(): Promise<boolean> {
  const name = `alcove-probe-${crypto.randomUUID()}`;
  const opening = indexedDB.open(name);
  opening.onupgradeneeded = () => opening.result.createObjectStore('blobs');
  const database = await settled(opening);
  try {
    const store = database.transaction('blobs', 'readwrite').objectStore('blobs');
    await settled(store.put(new Blob(['x']), 1));
    return true;
  } finally {
    database.close();
    indexedDB.deleteDatabase(name);
  }
}
