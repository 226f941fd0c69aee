// Starts the servers of the cluster tests: each is a process group of its own, ended with the tests.
import { spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const START_MS = 300_000;
export const logs = mkdtempSync(join(tmpdir(), 'alcove-cluster-'));

const running = new Set();

/** Ends every server that was started. */
export function stopAll() {
  for (const child of running) endGroup(child);
}

function endGroup({ pid }) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

function start(name, command, args, env = {}) {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const log = createWriteStream(join(logs, `${name}.log`));
  child.stdout.pipe(log);
  child.stderr.pipe(log);
  running.add(child);
  const ended = new Promise((_, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      running.delete(child);
      reject(new Error(`${name} ended with status ${code}; see ${log.path}`));
    });
  });
  ended.catch(() => {});
  return { child, ended, stop: () => endGroup(child) };
}

export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts a server and waits until `path` answers with 200. @returns its address, and what ends it. */
export async function startServer(name, command, { port, path = '/health', env = {} }) {
  const [program, ...args] = command;
  const { ended, stop } = start(name, program, args, env);
  const url = `http://127.0.0.1:${port}`;
  const answers = async () => {
    const until = Date.now() + START_MS;
    while (Date.now() < until) {
      const response = await fetch(url + path).catch(() => null);
      if (response?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    throw new Error(`${name} did not answer within ${START_MS / 1000} s; see ${logs}`);
  };
  await Promise.race([answers(), ended]);
  return { url: `${url}/v1`, stop };
}

/** Ray Serve with deploy/ray/app.py, whose replicas can be changed and killed. */
export async function startRay(python) {
  const port = await freePort();
  const args = ['bench/cluster/ray_cluster.py', String(port)];
  const { child, ended, stop } = start('ray', python, args, {
    PYTHONPATH: resolve('deploy/ray'),
    RAY_USAGE_STATS_ENABLED: '0',
    // What else this machine does must not end replicas.
    RAY_memory_monitor_refresh_ms: '0',
  });
  const waiting = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('@')) waiting.shift()?.(JSON.parse(line.slice(1)));
  });
  const next = () => Promise.race([new Promise((resolve) => waiting.push(resolve)), ended]);
  await next();
  const command = (value) => {
    child.stdin.write(`${JSON.stringify(value)}\n`);
    return next();
  };
  return {
    url: `http://127.0.0.1:${port}/v1`,
    /** Starts replicas, or changes how many there are. @returns their processes */
    run: (settings) => command({ run: settings }),
    /** Kills replicas as a crash would. @returns the processes of those that are listed still */
    kill: (count) => command({ kill: count }),
    stop,
  };
}
