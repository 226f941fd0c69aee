import type { GgufSource, ModelCard, ModelDevice } from '#catalog/model-card.ts';
import type { GgufFile } from '#contract/catalog-entry.ts';
import { planConversion } from '#gguf/convert-gguf.ts';
import { newestFileUrl, pageUrl, readRepository } from '#model-files/hub.ts';
import {
  type GgufAddress,
  parseFolderAddress,
  parseGgufAddress,
  parseModelAddress,
} from '#model-files/model-address.ts';
import { DownloadError } from '#model-files/model-file.ts';
import { describeGguf } from './describe-gguf.ts';
import { describeRepository, hasOnlyGguf } from './describe-repository.ts';
import { notShared, onServerAlone, requireAllowed } from './page-policy.ts';
import { ggufUrl } from './plan-download.ts';
import { openRemoteHeader } from './remote-header.ts';

/** Milliseconds in which the header of a file must be here: some megabytes. */
const GIVE_UP_MS = 120_000;

/**
 * A card for what a person typed: a repository of the hub (`describeRepository`), or the address of a GGUF file, whose
 * header is read. @throws DownloadError, GgufError for one that does not exist or cannot be run here.
 */
export async function describeAddress(
  typed: string,
  hub: string,
  device: ModelDevice,
): Promise<ModelCard> {
  const address = parseGgufAddress(typed, hub);
  const folder = address ? null : parseFolderAddress(typed, hub);
  if (folder) throw onServerAlone(folder.page);
  if (!address) return describeRepository(typed, hub, device);
  return describeGgufAt(address, hub, AbortSignal.timeout(GIVE_UP_MS));
}

async function describeGgufAt(
  address: GgufAddress,
  hub: string,
  signal: AbortSignal,
): Promise<ModelCard> {
  const { url, name, onHub } = address;
  const found = onHub && (await readRepository(hub, onHub.repository, fetch, signal));
  const listed = found?.files.find(({ path }) => path === onHub?.path);
  if (found && !listed) {
    throw new DownloadError('not-found', `${onHub?.repository} has no file ${onHub?.path}.`);
  }
  const place = found
    ? `${onHub?.repository}/resolve/${found.revision}/${written(onHub?.path ?? '')}`
    : url;
  const asked = ggufUrl(place, hub);
  if (!found) await requireAllowed(asked, self.location.href, askHead);
  const header = await openRemoteHeader(asked, fetch, signal).catch((error: unknown) => {
    const isUnknown = !found && error instanceof DownloadError && error.fault === 'offline';
    throw isUnknown ? notShared(asked, error) : error;
  });
  try {
    const bytes = listed?.bytes ?? header.bytes;
    const model = await planConversion({ ...header.source, size: bytes ?? header.source.size });
    const file = { name, licence: found?.licence ?? null };
    const gguf = { address: place, bytes, sha256: listed?.sha256 ?? null };
    return ofAddress(describeGguf(model, file, bytes ?? 0), { address, hub, gguf });
  } finally {
    header.close();
  }
}

/** A path of a repository in an address. */
const written = (path: string) => path.split('/').map(encodeURIComponent).join('/');

const askHead = (script: string) => fetch(script, { method: 'HEAD' });

/** The card of a file on this device, changed to that of one at an address. */
function ofAddress(
  card: ModelCard,
  {
    address: { url, name, onHub },
    hub,
    gguf,
  }: { address: GgufAddress; hub: string; gguf: GgufSource },
): ModelCard {
  const owner = onHub?.repository.split('/')[0] ?? card.owner;
  const id = `${owner}/${card.id.split('/')[1]}`;
  const { origin, pathname } = new URL(url);
  const dtype = card.source?.dtype;
  return {
    ...card,
    id,
    owner,
    // Of one model there are many files with one name in them.
    title: name.replace(/\.gguf$/i, ''),
    summary: 'Added by hand.',
    source: {
      repository: id,
      page: onHub ? pageUrl(hub, onHub.repository) : `${origin}${pathname}`,
      ...(dtype && { dtype }),
      isMeasured: true,
      gguf,
    },
  };
}

/** Types of weights that are not read here, as names of files have them. */
const OTHER_TYPES = /(?:^|[-._])(?:i?q[123]|iq4|tq\d|mxfp4|nvfp4)(?:[-._]|$)/i;
/** Parts of a model that was split, and the pictures' half of one that sees. */
const NO_MODEL = /-\d{5}-of-\d{5}\.gguf$|(?:^|\/)mmproj/i;

/**
 * The GGUF files of a repository that has no other files that run here, smallest first: a person chooses one by its address.
 * Empty for everything else that a person may type. @throws DownloadError
 */
export async function listGgufFiles(typed: string, hub: string): Promise<GgufFile[]> {
  if (parseGgufAddress(typed, hub) || parseFolderAddress(typed, hub)) return [];
  const { repository, library } = parseModelAddress(typed, hub);
  if (library !== null) return [];
  const signal = AbortSignal.timeout(GIVE_UP_MS);
  const { files } = await readRepository(hub, repository, fetch, signal);
  if (!hasOnlyGguf(files.map(({ path }) => path))) return [];
  const readable = files.filter(
    ({ path }) => /\.gguf$/i.test(path) && !OTHER_TYPES.test(path) && !NO_MODEL.test(path),
  );
  if (readable.length === 0) {
    throw new DownloadError(
      'refused',
      `The GGUF files of ${repository} are of types that are not read here, or parts of a split model. Choose a repository with Q4_K_M, Q8_0 or another common type.`,
    );
  }
  return readable
    .map(({ path, bytes }) => ({
      name: path,
      bytes,
      address: newestFileUrl(hub, repository, written(path)),
    }))
    .sort((a, b) => a.bytes - b.bytes);
}
