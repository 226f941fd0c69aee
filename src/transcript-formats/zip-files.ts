import { zipSync } from 'fflate';

/** Files as one archive; files of the same name are numbered. */
export async function zipFiles(files: readonly File[]): Promise<Uint8Array<ArrayBuffer>> {
  const entries: Record<string, Uint8Array> = {};
  for (const file of files) {
    entries[freeName(file.name, entries)] = new Uint8Array(await file.arrayBuffer());
  }
  return zipSync(entries) as Uint8Array<ArrayBuffer>;
}

/** A name that no entry has, without characters that file systems refuse. */
function freeName(name: string, used: object): string {
  const plain = name.replace(/[\\/:*?"<>|]/g, '-');
  const at = plain.lastIndexOf('.');
  const [stem, extension] = at > 0 ? [plain.slice(0, at), plain.slice(at)] : [plain, ''];
  let free = plain;
  for (let count = 2; Object.hasOwn(used, free); count++) free = `${stem} ${count}${extension}`;
  return free;
}
