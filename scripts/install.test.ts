import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';

/** What a command in the folder `cwd` takes paths from, when npm was called in `calledFrom`. */
function startFolder(cwd: string, calledFrom: string): string {
  const module = JSON.stringify(new URL('install.mjs', import.meta.url).href);
  const code = `console.log((await import(${module})).startFolder)`;
  const env = { ...process.env, INIT_CWD: calledFrom };
  const args = ['--input-type=module', '--eval', code];
  return execFileSync(process.execPath, args, { cwd, env, encoding: 'utf8' }).trim();
}

test('paths are meant from where the command was given', () => {
  // npm start -- pull ./folder, with --prefix.
  expect(startFolder(process.cwd(), '/usr')).toBe('/usr');
  // "alcove init public" as a script of a project, called from one of its folders.
  expect(startFolder(tmpdir(), '/usr')).toBe(tmpdir());
});
