import type { Capabilities } from '#device/capabilities.ts';
import type { capabilitiesText } from '#ui/messages/capabilities.ts';

type Limit = Exclude<keyof typeof capabilitiesText, 'title' | 'complete'>;

/** The most important first. A browser without locks does not get as far as the page. */
const ORDER = [
  'wasm',
  'opfs',
  'webgpu',
  'threads',
  'audioDecoder',
  'blobsInIndexedDb',
  'createWritable',
] as const satisfies readonly (keyof Capabilities & Limit)[];

/** The texts that describe missing features of a browser. */
export function limitsOf(found: Capabilities, browser: string): Limit[] {
  return ORDER.filter((name) => !found[name] && (name !== 'createWritable' || found.opfs)).map(
    (name) => (name === 'opfs' && browser === 'Firefox' ? 'firefoxPrivate' : name),
  );
}
