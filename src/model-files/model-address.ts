import { DownloadError } from './model-file.ts';

export interface ModelAddress {
  /** `owner/name` on the hub. */
  repository: string;
  /** The compiled library of an MLC model, where one was named with it. */
  library: string | null;
}

const PART = '[\\w-][\\w.-]*';
const NAME = new RegExp(`^${PART}/${PART}$`);
const PAGE = new RegExp(
  `^https?://[^/]+/(?:hub/)?(${PART}/${PART})(?:/(?:tree|blob|resolve)/.*)?/?$`,
);
const HOW =
  'A model is named by its owner and its name, owner/name, or by the address of its page.';

/**
 * Parses a person's input for a model: `owner/name` or its page, and for an MLC model, after a
 * space, the address of its compiled library (`.wasm`).
 * @throws DownloadError `refused` for anything else.
 */
export function parseModelAddress(typed: string): ModelAddress {
  const [named = '', library = null, ...more] = typed.trim().split(/\s+/);
  const repository = NAME.test(named) ? named : PAGE.exec(named)?.[1];
  if (repository === undefined || more.length > 0) throw new DownloadError('refused', HOW);
  if (library !== null && !(URL.canParse(library) && /\.wasm$/.test(new URL(library).pathname))) {
    throw new DownloadError(
      'refused',
      'A library is named by its whole address: https://…/name-webgpu.wasm',
    );
  }
  return { repository, library };
}
