import { HUB, isModelScope } from './hub.ts';
import { DownloadError } from './model-file.ts';

export interface ModelAddress {
  /** `owner/name` on the hub. */
  repository: string;
  /** The compiled library of an MLC model, where one was named with it. */
  library: string | null;
}

/** A GGUF file that a person named by its address. */
export interface GgufAddress {
  /** Of the file itself, where a person named the page about it. */
  url: string;
  /** Of the file: `name-Q4_K_M.gguf`. */
  name: string;
  /** Where the address is one of the hub: the repository, and the path of the file in it. */
  onHub: { repository: string; path: string } | null;
}

/** A folder on a web server with the files of a repository. */
export interface FolderAddress {
  /** Ends with a slash, except for a query that every file is asked with. */
  url: string;
  /** Its last part: `Qwen3-0.6B-ONNX`. */
  name: string;
  /** The address without its query, which may hold a key. */
  page: string;
}

const PART = '[\\w-][\\w.-]*';
const NAME = new RegExp(`^${PART}/${PART}$`);
const PAGE = new RegExp(
  `^https?://[^/]+/(?:hub/|models/)?(${PART}/${PART})(?:/(?:tree|blob|resolve)/.*)?/?$`,
);
/** A file of the newest commit: of another one the hub does not say the hash. */
const HUB_FILE = new RegExp(`^(${PART}/${PART})/resolve/main/(.+)$`);
/** The page about a file, which a person copies from the address bar. */
const HUB_PAGE = new RegExp(`^(${PART}/${PART})/blob/`);
const ELSEWHERE =
  'That model is on ModelScope. Choose https://modelscope.cn as the source of models first.';
const HOW =
  'A model is named by its owner and its name, owner/name, or by the address of its page.';

/**
 * Parses a person's input for a model: `owner/name` or its page, and for an MLC model, after a
 * space, the address of its compiled library (`.wasm`).
 * `hub`: the address of the hub that is asked.
 * @throws DownloadError `refused` for anything else, and for a page of ModelScope while another hub is asked.
 */
export function parseModelAddress(typed: string, hub: string): ModelAddress {
  const [named = '', library = null, ...more] = typed.trim().split(/\s+/);
  if (URL.canParse(named) && isModelScope(new URL(named).origin) && !isModelScope(hub)) {
    throw new DownloadError('refused', ELSEWHERE);
  }
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

/**
 * Parses the address of a GGUF file, on the hub or on any other host; null for input that names something else.
 * `hub`: the address of the hub that is asked; an address of the hub's own site means the same file of a mirror.
 * @throws DownloadError `refused` for an address that cannot be asked
 */
export function parseGgufAddress(typed: string, hub: string): GgufAddress | null {
  const text = typed.trim();
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  const name = decoded(url.pathname.split('/').at(-1) ?? '');
  if (!/\.gguf$/i.test(name)) return null;
  if (url.username !== '' || url.password !== '') {
    throw new DownloadError(
      'refused',
      'An address with a name and a password is not asked. Download the file, then choose it here.',
    );
  }
  url.hash = '';
  const bases = [hub, HUB].map((base) => `${base.replace(/\/+$/, '')}/`);
  const base = bases.find((one) => url.href.startsWith(one));
  if (base === undefined) return { url: url.href, name, onHub: null };
  const place = url.href.slice(base.length).replace(HUB_PAGE, '$1/resolve/');
  const [, repository, path] = HUB_FILE.exec(place.split('?')[0] ?? '') ?? [];
  const onHub = repository && path ? { repository, path: decoded(path) } : null;
  return { url: `${base}${place}`, name, onHub };
}

/**
 * Parses the address of a folder with a model: any that ends with a slash and is on no hub. `hub`: the address of the hub that is asked.
 * Null for input that names something else. @throws DownloadError `refused` for an address that cannot be asked
 */
export function parseFolderAddress(typed: string, hub: string): FolderAddress | null {
  const text = typed.trim();
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  const name = decoded(url.pathname.split('/').at(-2) ?? '');
  if (!url.pathname.endsWith('/') || name === '') return null;
  const isHub =
    [hub, HUB].some((base) => url.href.startsWith(`${base}/`)) || isModelScope(url.origin);
  if (isHub) return null;
  if (url.username !== '' || url.password !== '') {
    throw new DownloadError(
      'refused',
      'An address with a name and a password is not asked. Download the folder, then name it here.',
    );
  }
  url.hash = '';
  return { url: url.href, name, page: `${url.origin}${url.pathname}` };
}

/** A file of the folder. */
export function urlInFolder(folder: string, path: string): string {
  const url = new URL(folder);
  url.pathname += path.split('/').map(encodeURIComponent).join('/');
  return url.href;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
