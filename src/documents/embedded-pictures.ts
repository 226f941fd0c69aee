import { pictureSize } from '#base/picture-size.ts';
import { LIMITS } from './limits.ts';
import { readTags } from './markup-text.ts';
import type { ReadPicture } from './page-text.ts';
import type { ZipPackage } from './zip-entry.ts';

/** Pictures of one document that are read: a catalogue may have thousands. */
const MAX_PICTURES = 200;
/** Pixels of the shorter side below which a picture is an icon. */
const MIN_SIDE = 40;

/** The parts that a part of an Office document refers to, or the document itself (''): their paths by the ids of the references. */
export async function relationsOf(zip: ZipPackage, part: string): Promise<Map<string, string>> {
  const xml = await zip.text(part.replace(/([^/]*)$/, '_rels/$1.rels'));
  const relations = new Map<string, string>();
  readTags(xml, true, {
    onOpen(_, __, attributes) {
      const target = attributes.get('Target');
      if (target !== undefined) relations.set(attributes.get('Id') ?? '', pathFrom(part, target));
    },
    onText: () => {},
    onClose: () => {},
  });
  return relations;
}

/** The path of `target`, as the part at `part` refers to it. */
export function pathFrom(part: string, target: string): string {
  const [path = ''] = target.split('#');
  const steps = path.startsWith('/') ? [] : part.split('/').slice(0, -1);
  for (const step of path.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}

/** The words of the pictures among `relations`, by their ids; a picture that cannot be read has none. */
export async function readEmbedded(
  zip: ZipPackage,
  relations: ReadonlyMap<string, string>,
  readPicture: ReadPicture | null,
): Promise<Map<string, string>> {
  const words = new Map<string, string>();
  const pictures = [...relations].filter(([, path]) => PICTURE.test(path)).slice(0, MAX_PICTURES);
  const read = new Map<string, string>();
  for (const [i, [id, path]] of readPicture ? pictures.entries() : []) {
    if (!read.has(path)) {
      const bytes = await zip.bytes(path);
      const picture = bytes && (await readable(new Blob([bytes])));
      const page = picture && (await readPicture?.(picture, i + 1, pictures.length));
      read.set(path, page?.text.trim() ?? '');
    }
    words.set(id, read.get(path) ?? '');
  }
  return words;
}

const PICTURE = /\.(?:png|jpe?g|gif|bmp|webp)$/i;

async function readable(picture: Blob): Promise<Blob | null> {
  const size = await pictureSize(picture);
  if (!size || Math.min(size.width, size.height) < MIN_SIDE) return null;
  return size.width * size.height <= LIMITS.picturePixels ? picture : null;
}
