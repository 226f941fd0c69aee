import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);
const VENV = 'node_modules/.cache/alcove-python';
const REQUIREMENTS = 'e2e/clients/python/requirements.txt';
export const PYTHON = `${VENV}/bin/python`;

/** Pinned clients from PyPI in an environment of their own. */
export async function installPython(): Promise<void> {
  const stamp = `${VENV}/installed.txt`;
  const wanted = readFileSync(REQUIREMENTS, 'utf8');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  await run('python3', ['-m', 'venv', VENV]);
  await run(PYTHON, ['-m', 'pip', 'install', '--quiet', '-r', REQUIREMENTS]);
  writeFileSync(stamp, wanted);
}
