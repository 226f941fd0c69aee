// Packs both packages, installs them in an empty folder and runs their commands there, as a person would:
// node scripts/try-package.mjs. Runs on every system that `npx alcove` is for.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const isWindows = process.platform === 'win32';
const folder = mkdtempSync(join(tmpdir(), 'alcove-package-'));

/** A command of npm's, which Windows starts by a shell only. @returns what it printed */
const run = (command, args, cwd = folder) =>
  execFileSync(command, args, {
    cwd,
    encoding: 'utf8',
    shell: isWindows,
    maxBuffer: 64_000_000,
    stdio: ['ignore', 'pipe', 'inherit'],
  });

/** Milliseconds in which the server says its address. */
const START_MS = 120_000;

/** Starts the installed server, without a shell between that would outlive it. @returns it and its address */
async function start() {
  const script = join(folder, 'node_modules/alcove/scripts/start.mjs');
  const args = [script, '--port', '0', '--data', join(folder, 'data')];
  const server = spawn(process.execPath, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const timer = setTimeout(() => server.kill(), START_MS);
  let output = '';
  for await (const part of server.stdout.iterator({ destroyOnReturn: false })) {
    output += part;
    const url = /Alcove is at (\S+)/.exec(output)?.[1];
    if (!url) continue;
    clearTimeout(timer);
    return { server, url };
  }
  clearTimeout(timer);
  throw new Error(`The server ended, or gave no address in time:\n${output}`);
}

try {
  run('npm', ['pack', '--silent', '--pack-destination', folder], process.cwd());
  execFileSync(process.execPath, ['scripts/pack-app.mjs', folder], { stdio: 'inherit' });
  const tarballs = readdirSync(folder).map((name) => `./${name}`);
  assert.equal(tarballs.length, 2);
  writeFileSync(join(folder, 'package.json'), '{}');
  run('npm', ['install', '--no-audit', '--no-fund', ...tarballs]);
  // Neither the packages that build it nor their downloads.
  const installed = readdirSync(join(folder, 'node_modules'));
  for (const name of ['alcove', 'alcove-app', 'ws']) assert.ok(installed.includes(name), name);
  assert.ok(!installed.includes('vite'));

  assert.match(run('npx', ['alcove', '--help']), /--headless/);
  mkdirSync(join(folder, 'public'));
  run('npx', ['alcove', 'init', 'public']);
  for (const name of ['alcove-service-worker.js', 'alcove/alcove.js', 'alcove/assets']) {
    assert.ok(existsSync(join(folder, 'public', name)), name);
  }

  const { server, url } = await start();
  try {
    assert.match(await (await fetch(url)).text(), /<title>Alcove/);
    assert.equal((await fetch(`${url}/v1/models`)).status, 401);
    // It runs, and no tab answers.
    const health = await fetch(`${url}/health`);
    assert.deepEqual([health.status, await health.text()], [503, '{"status":"no open tab"}']);
  } finally {
    server.kill();
    if (server.exitCode === null) await once(server, 'exit');
  }
  console.log(`✔ Packed, installed, and served at ${url} on ${process.platform}`);
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
