// Packs the built app as the npm package alcove-app, which the command `alcove` serves where it is installed next to it:
// node scripts/pack-app.mjs <folder>
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isCurrent } from './build-inputs.mjs';
import { run, startFolder } from './install.mjs';
import { npmCommand } from './platform.mjs';

const target = resolve(startFolder, process.argv[2] ?? '.');
const env = { BASE: '', OUT: '' };
if (!(await isCurrent('dist', '/'))) run(process.execPath, ['scripts/build.mjs'], { env });
const { version, license, engines, repository, homepage, bugs } = JSON.parse(
  await readFile('package.json', 'utf8'),
);
const folder = join('node_modules/.alcove', `app-${process.pid}`);
await mkdir(folder, { recursive: true });
try {
  const description = 'The app that the command alcove serves, with the models in the box.';
  const files = ['NOTICE', 'dist'];
  const manifest = {
    name: 'alcove-app',
    version,
    description,
    license,
    repository,
    homepage,
    bugs,
    files,
    engines,
  };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const name of ['NOTICE', 'LICENSE', 'dist']) {
    await cp(name, join(folder, name), { recursive: true });
  }
  const [command, args] = npmCommand([
    'pack',
    '--silent',
    '--pack-destination',
    target,
    `./${folder}`,
  ]);
  run(command, args);
} finally {
  await rm(folder, { recursive: true });
}
