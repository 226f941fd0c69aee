// The checks that need no browser: types, lint, unused code and unit tests, side by side.
import { spawn } from 'node:child_process';
import { say } from './install.mjs';

const tool = (script, ...args) => [process.execPath, `node_modules/${script}`, ...args];
/** Types of a project; a second run checks only what has changed since. */
const types = (project) => {
  const state = `node_modules/.alcove/${project.replaceAll('/', '-')}.tsbuildinfo`;
  const incremental = ['--incremental', '--tsBuildInfoFile', state];
  return ['Types', tool('typescript/bin/tsc', '-p', project, ...incremental)];
};

const CHECKS = [
  types('src/tsconfig.page.json'),
  types('src/tsconfig.worker.json'),
  types('tsconfig.node.json'),
  ['Lint and format', tool('@biomejs/biome/bin/biome', 'check', '.')],
  ['Unused code', tool('knip/bin/knip.js', '--no-config-hints', '--cache')],
];
const UNIT_TESTS = ['Unit tests', tool('vitest/vitest.mjs', 'run')];

/** Runs one command and prints what it said when it ends. @returns whether it passed. */
function runCheck([name, [command, ...args]]) {
  return new Promise((resolve) => {
    const started = performance.now();
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => output.push(chunk));
    }
    child.on('close', (code) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      say(`${name}: ${code === 0 ? 'passed' : 'failed'} in ${seconds} s`);
      process.stdout.write(Buffer.concat(output));
      resolve(code === 0);
    });
  });
}

/** Runs every check, the unit tests in parallel; ends this process when one fails. */
export async function runChecks() {
  const inTurn = async () => {
    const passed = [];
    for (const check of CHECKS) passed.push(await runCheck(check));
    return passed.every(Boolean);
  };
  const results = await Promise.all([runCheck(UNIT_TESTS), inTurn()]);
  if (results.every(Boolean)) return;
  console.error('\n✖ A check failed. See the lines above for the reason.');
  process.exit(1);
}
