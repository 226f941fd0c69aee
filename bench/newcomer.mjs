// What a newcomer has: a terminal in a new folder, empty caches of npm and pip, and no settings of the shell that started this.
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Milliseconds that one command may take. */
const TIMEOUT = 900_000;

/** A shell in a new folder. */
export function openTerminal() {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-hour-'));
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(?:npm_(?!config_registry)|INIT_CWD|PORT$|ALCOVE_)/i.test(name),
  );
  const env = {
    ...Object.fromEntries(inherited),
    ALCOVE_DATA: join(folder, 'data'),
    npm_config_cache: join(folder, 'npm-cache'),
    PIP_CACHE_DIR: join(folder, 'pip-cache'),
    NO_COLOR: '1',
  };
  const servers = new Set();
  return {
    folder,
    env,
    /** Runs lines of a shell. @returns what they print */
    async run(line, cwd = '.') {
      const options = { cwd: join(folder, cwd), env, timeout: TIMEOUT, maxBuffer: 2 ** 26 };
      return (await run('bash', ['-ec', line], options)).stdout;
    },
    /** Starts a server. @returns its first words that a pattern describes, and what ends it */
    async start(line, pattern, cwd = '.') {
      const options = { cwd: join(folder, cwd), env, detached: true };
      const server = spawn('bash', ['-c', line], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
      const ended = new Promise((resolve) => server.once('close', resolve));
      const stop = async () => {
        if (server.exitCode === null && server.signalCode === null) process.kill(-server.pid);
        servers.delete(stop);
        await ended;
      };
      servers.add(stop);
      return { found: await firstMatch(server, pattern), stop };
    },
    async close() {
      for (const stop of servers) await stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function firstMatch(server, pattern) {
  return new Promise((resolve, reject) => {
    let output = '';
    const collect = (part) => {
      output += part;
      const found = pattern.exec(output);
      if (found) resolve(found);
    };
    server.stdout.on('data', collect);
    server.stderr.on('data', collect);
    server.once('close', () => reject(new Error(`It ended: ${output.slice(-2_000)}`)));
  });
}

export function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
