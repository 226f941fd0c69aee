// npm run outdated: direct dependencies behind the newest release. `npm outdated` hides releases that want a newer Node.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Behind on purpose, and why; with a folder before the name only there. */
const HELD = new Map([
  ['@types/node', 'the oldest Node that the command supports is 20'],
  ['empty-npm-package', 'stands for packages that are not needed'],
  ['katex', 'rehype-katex draws with 0.16'],
  ['onnxruntime-web', 'the build that transformers.js runs, whose graphs the tests write'],
  ['./openai', 'the last one for Node 20; the newest is tried in e2e/clients'],
  ['puppeteer-core', 'the last one for Node 20'],
  ['vitest', 'the last one for Node 20'],
  ['e2e/clients/typescript', 'openapi-typescript wants 5'],
]);

const run = promisify(execFile);

async function newest(name) {
  const { stdout } = await run('npm', ['view', name, 'version', '--json'], {
    shell: process.platform === 'win32',
  });
  return JSON.parse(stdout);
}

async function listDependencies(folder) {
  const { dependencies, devDependencies } = JSON.parse(
    await readFile(`${folder}/package.json`, 'utf8'),
  );
  return Object.entries({ ...dependencies, ...devDependencies }).map(([name, version]) => ({
    folder,
    name,
    version,
  }));
}

const listed = (await Promise.all(['.', 'e2e/clients'].map(listDependencies))).flat();
const rows = [];
for (let at = 0; at < listed.length; at += 8) {
  const part = listed.slice(at, at + 8);
  rows.push(
    ...(await Promise.all(
      part.map(async (entry) => ({ ...entry, newest: await newest(entry.name) })),
    )),
  );
}
const isHeld = ({ folder, name }) => HELD.has(name) || HELD.has(`${folder}/${name}`);
const behind = rows.filter((row) => row.version !== row.newest && !isHeld(row));
for (const { folder, name, version, newest } of behind)
  console.log(`${name} ${version} → ${newest} (${folder})`);
console.log(
  `${rows.length - behind.length} of ${rows.length} dependencies are the newest or held on purpose.`,
);
process.exitCode = behind.length > 0 ? 1 : 0;
