import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isCurrent } from '#scripts/build-inputs.mjs';
import { caddyConfig, nginxConfig } from '#scripts/host-configs.mjs';
import { findServer } from '#scripts/install.mjs';
import { pythonCommand } from '#scripts/platform.mjs';
import { serve } from '#scripts/serve.mjs';

interface RunningHost {
  port: number;
  stop: () => Promise<void>;
}

export interface Host {
  name: string;
  /** Path the app is served under. */
  base: string;
  /** The program it needs. */
  command: string | null;
  /** Whether an address inside the app opens on the first visit. */
  opensDeepLinks: boolean;
  start: (base: string) => Promise<RunningHost>;
}

const FOLDER = '/alcove/';
const PYTHON = pythonCommand();

export const HOSTS: readonly Host[] = [
  host('npm start', null, '/', startOwn),
  host('nginx', 'nginx', '/', startNginx),
  {
    ...host('python -m http.server, in a folder', PYTHON, FOLDER, startPython),
    opensDeepLinks: false,
  },
  host('nginx, in a folder', 'nginx', FOLDER, startNginx),
  host('nginx as a proxy of npm start', 'nginx', '/', startProxy),
  host('Caddy', 'caddy', '/', startCaddy),
  host('Caddy, in a folder', 'caddy', FOLDER, startCaddy),
  { ...host('python -m http.server', PYTHON, '/', startPython), opensDeepLinks: false },
  host('Docker image', null, '/', startImage),
  host('404.html and no headers, as GitHub Pages', null, FOLDER, startPages),
];

function host(name: string, command: string | null, base: string, start: Host['start']): Host {
  return { name, command, base, start, opensDeepLinks: true };
}

/** Why a host cannot be tried here; null when it can. */
export function whyMissing({ command }: Host): string | null {
  if (command === null || findServer(command)) return null;
  return `${command} is missing: apt-get install ${command === PYTHON ? 'python3' : command}.`;
}

/** A build for a base, made when it is not there. @returns its folder. */
export async function buildFor(base: string): Promise<string> {
  const out = base === '/' ? 'dist' : 'node_modules/.alcove-folder';
  if (!(await isCurrent(out, base))) {
    const env = { ...process.env, BASE: base, OUT: out };
    const { status, stderr } = spawnSync(process.execPath, ['scripts/build.mjs'], { env });
    if (status !== 0) throw new Error(`The build for ${base} failed: ${stderr}`);
  }
  return resolve(out);
}

/** A folder to serve, with the build in it or under its base. */
async function makeSite(
  base: string,
): Promise<{ site: string; headers: Headers; remove: () => Promise<void> }> {
  const out = await buildFor(base);
  const folder = await mkdtemp(join(tmpdir(), 'alcove-host-'));
  const site = base === '/' ? out : folder;
  if (base !== '/') await symlink(out, join(folder, base.replaceAll('/', '')), 'junction');
  const headers = JSON.parse(await readFile(join(out, 'headers.json'), 'utf8')) as Headers;
  return { site, headers, remove: () => rm(folder, { recursive: true }) };
}

type Headers = Record<'all' | 'downloads', Record<string, string>>;

async function startOwn(): Promise<RunningHost> {
  const { server, url } = await serve({ root: await buildFor('/') });
  return {
    port: Number(new URL(url).port),
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function startNginx(base: string): Promise<RunningHost> {
  const { site, headers, remove } = await makeSite(base);
  const port = await freePort();
  return nginx(nginxConfig(headers, { root: site, base, listen: String(port) }), port, remove);
}

async function startProxy(): Promise<RunningHost> {
  const own = await startOwn();
  const port = await freePort();
  const config = `server {
  listen ${port};
  location / { proxy_pass http://127.0.0.1:${own.port}; proxy_set_header Host localhost; }
}`;
  return nginx(config, port, own.stop);
}

async function nginx(
  server: string,
  port: number,
  also: () => Promise<void>,
): Promise<RunningHost> {
  const folder = await mkdtemp(join(tmpdir(), 'alcove-nginx-'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder};`)
    .join('\n');
  const config = `daemon off; pid ${folder}/pid; error_log stderr warn;
${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http { access_log off;\n${temporary}\n${server} }`;
  await writeFile(join(folder, 'nginx.conf'), config);
  const child = spawn(findServer('nginx') ?? 'nginx', [
    '-c',
    join(folder, 'nginx.conf'),
    '-p',
    folder,
  ]);
  return untilAnswers(child, port, async () => {
    await also();
    await rm(folder, { recursive: true });
  });
}

async function startCaddy(base: string): Promise<RunningHost> {
  const { site, headers, remove } = await makeSite(base);
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'alcove-caddy-'));
  const options = { root: site, base, listen: `http://localhost:${port}` };
  const config = `{\n  admin off\n  auto_https off\n}\n${caddyConfig(headers, options)}`;
  await writeFile(join(folder, 'Caddyfile'), config);
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const args = ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
  return untilAnswers(spawn('caddy', args, { env }), port, async () => {
    await remove();
    await rm(folder, { recursive: true, force: true });
  });
}

async function startPython(base: string): Promise<RunningHost> {
  const { site, remove } = await makeSite(base);
  const port = await freePort();
  const args = ['-m', 'http.server', String(port), '--bind', '127.0.0.1', '--directory', site];
  return untilAnswers(spawn(PYTHON, args), port, remove);
}

/** What GitHub Pages does with a request, as its documentation says: files, else 404.html with status 404. */
async function startPages(base: string): Promise<RunningHost> {
  const { site, remove } = await makeSite(base);
  const missing = await readFile(join(site, base, '404.html'));
  const { server, url } = await serve({
    root: site,
    isolated: false,
    first: async (request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      if (pathname === base) request.url = `${base}index.html`;
      else if (!existsSync(join(site, pathname))) {
        response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' }).end(missing);
        return true;
      }
      return false;
    },
  });
  return {
    port: Number(new URL(url).port),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await remove();
    },
  };
}

/** What the Dockerfile's last stage holds, run as it says without root: a daemon is not needed for it. */
async function startImage(base: string): Promise<RunningHost> {
  await buildFor(base);
  const text = await readFile('Dockerfile', 'utf8');
  const stage = text.slice(text.lastIndexOf('FROM '));
  const folder = await mkdtemp(join(tmpdir(), 'alcove-image-'));
  await chmod(folder, 0o755);
  for (const [, from = '', to = ''] of stage.matchAll(
    /^COPY --from=build \/alcove\/(\S+) (\S+)$/gm,
  )) {
    await cp(from, join(folder, to), { recursive: true });
  }
  const port = await freePort();
  const env: Record<string, string> = { PATH: process.env['PATH'] ?? '' };
  for (const [, name = '', value = ''] of stage.matchAll(/^ENV (\w+)=(.*)$/gm)) env[name] = value;
  env['PORT'] = String(port);
  const [, ...args] = JSON.parse(/^CMD (.*)$/m.exec(stage)?.[1] ?? '[]') as string[];
  const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn(process.execPath, args, { cwd: folder, env, ...unprivileged });
  const running = await untilAnswers(child, port, () => rm(folder, { recursive: true }));
  const [, ...check] = JSON.parse(/^HEALTHCHECK CMD (.*)$/m.exec(stage)?.[1] ?? '[]') as string[];
  const { status } = spawnSync(process.execPath, check, { env });
  if (status !== 0) throw new Error('The health check of the image fails.');
  return running;
}

function freePort(): Promise<number> {
  return new Promise((done, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });
}

const START_MS = 15_000;

async function untilAnswers(
  child: ChildProcess,
  port: number,
  cleanUp: () => Promise<void>,
): Promise<RunningHost> {
  let said = '';
  child.stderr?.on('data', (data) => {
    said += data;
  });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  const stop = async () => {
    child.kill();
    await ended;
    await cleanUp();
  };
  const deadline = performance.now() + START_MS;
  while (performance.now() < deadline && child.exitCode === null) {
    const answered = await fetch(`http://localhost:${port}/`).then(
      (response) => response.body?.cancel().then(() => true),
      () => false,
    );
    if (answered) return { port, stop };
    await new Promise((again) => setTimeout(again, 50));
  }
  await stop();
  throw new Error(`${child.spawnfile} did not start: ${said}`);
}
