import { link, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

/**
 * GGUF files as repositories in a folder for `openHubPage`, next to the first file: a link needs no second copy of it.
 * @returns the folder, `name`, `repository` and `file` of each model, and `remove()`.
 */
export async function linkFiles(paths) {
  const folder = await mkdtemp(join(resolve(paths[0], '..'), 'alcove-files-')).catch(() =>
    mkdtemp(join(tmpdir(), 'alcove-files-')),
  );
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const models = [];
    for (const path of paths) {
      const file = basename(path);
      const name = file.replace(/\.gguf$/i, '');
      const repository = `files/${name}`;
      await mkdir(join(folder, repository), { recursive: true });
      await link(resolve(path), join(folder, repository, file));
      models.push({ name, repository, file });
    }
    return { folder, models, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
