import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';

const run = promisify(execFile);

test('the packed packages are installed in an empty folder and serve', {
  tag: '@full',
}, async () => {
  test.setTimeout(600_000);
  const folder = mkdtempSync(join(tmpdir(), 'alcove-package-'));
  const inFolder = { cwd: folder };
  try {
    await run('npm', ['pack', '--silent', '--pack-destination', folder]);
    await run(process.execPath, ['scripts/pack-app.mjs', folder]);
    const tarballs = readdirSync(folder).map((name) => `./${name}`);
    expect(tarballs).toHaveLength(2);
    writeFileSync(join(folder, 'package.json'), '{}');
    await run('npm', ['install', '--no-audit', '--no-fund', ...tarballs], inFolder);
    // Neither the packages that build it nor their downloads.
    const installed = readdirSync(join(folder, 'node_modules')).filter((name) => !/^\./.test(name));
    expect(installed).toEqual(expect.arrayContaining(['alcove', 'alcove-app', 'ws']));
    expect(installed).not.toContain('vite');
    const command = join(folder, 'node_modules/.bin/alcove');
    const { stdout } = await run(command, ['--help'], inFolder);
    expect(stdout).toContain('--headless');
    const server = spawn(command, ['--port', '0', '--data', join(folder, 'data')], inFolder);
    try {
      const url = await new Promise<string>((resolve, reject) => {
        let output = '';
        server.stdout.on('data', (part) => {
          output += part;
          const found = /Alcove is at (\S+)/.exec(output)?.[1];
          if (found) resolve(found);
        });
        server.once('exit', () => reject(new Error(output)));
      });
      expect(await (await fetch(url)).text()).toContain('<title>Alcove');
      expect((await fetch(`${url}/v1/models`)).status).toBe(401);
    } finally {
      server.kill();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
