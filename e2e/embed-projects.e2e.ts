import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { addWeights, example, newFolder, npm, serveFolder } from './embedding-sites.ts';
import { ENGINES } from './open-engine.ts';

/** Bytes of the packed package. */
const MAX_PACKAGE = 3_000_000;

test.describe.configure({ mode: 'serial' });

let workplace: string;
let tarball: string;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  workplace = newFolder();
  await npm(process.cwd(), 'pack', '--silent', '--pack-destination', workplace);
  const [name = ''] = readdirSync(workplace);
  tarball = join(workplace, name);
});
test.afterAll(() => rmSync(workplace, { recursive: true, force: true }));

test('the package is small', { tag: '@full' }, () => {
  expect(statSync(tarball).size).toBeLessThan(MAX_PACKAGE);
});

/** Installs the package in a project and copies its files into the folder that is served. */
async function install(project: string, served = 'public'): Promise<void> {
  await npm(project, 'install', '--no-audit', '--no-fund', tarball);
  await npm(project, 'exec', '--', 'alcove', 'init', served);
  addWeights(join(project, served));
}

/** A development server, once it answers. */
async function startServer(project: string, ...args: string[]) {
  const port = await freePort();
  const server = spawn('npx', [...args, '--port', String(port)], { cwd: project, detached: true });
  let output = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (part) => {
      output += part;
    });
  }
  const url = `http://localhost:${port}/`;
  await expect
    .poll(
      () =>
        fetch(url).then(
          ({ status }) => status,
          () => output,
        ),
      { timeout: 120_000 },
    )
    .toBe(200);
  return { url, stop: () => end(server) };
}

/** With the processes that it started. */
function end({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** Opens a site in each engine, and waits for the guide's answer. */
async function answersEverywhere(url: string, names = Object.keys(ENGINES)): Promise<void> {
  for (const name of names) {
    const engine = await ENGINES[name]?.();
    if (!engine) throw new Error(`There is no engine ${name}.`);
    try {
      const page = await engine.newPage();
      await page.goto(url);
      const text = await page.run<string>(`
        const text = () => document.querySelector('output')?.textContent ?? '';
        const start = performance.now();
        while (!/OpenAI API/.test(text()) && performance.now() - start < 120_000)
          await new Promise((resolve) => setTimeout(resolve, 100));
        return text();`);
      expect(text, name).toContain('inference service');
    } finally {
      await engine.close();
    }
  }
}

test('a folder with one page of HTML is answered', { tag: '@full' }, async () => {
  test.setTimeout(600_000);
  const project = join(workplace, 'plain');
  mkdirSync(project);
  writeFileSync(join(project, 'index.html'), example('html'));
  await install(project, '.');
  const { url, close } = await serveFolder(project);
  try {
    await answersEverywhere(`${url}/`);
  } finally {
    close();
  }
});

test('an app of npm create vite answers the stock client, in development and built', {
  tag: '@full',
}, async () => {
  test.setTimeout(600_000);
  const project = await createVite('shop', 'vanilla-ts');
  await npm(project, 'install', '--no-audit', '--no-fund', 'openai');
  writeFileSync(join(project, 'src/main.ts'), example('ts'));
  const development = await startServer(project, 'vite');
  try {
    await answersEverywhere(development.url, ['Chromium', 'Firefox']);
  } finally {
    development.stop();
  }
  await answersBuilt(project);
});

/** A new app of Vite with the package in it. */
async function createVite(name: string, template: string): Promise<string> {
  const options = ['--', '--template', template, '--no-interactive'];
  await npm(workplace, 'create', '--yes', 'vite@latest', name, ...options);
  const project = join(workplace, name);
  await install(project);
  return project;
}

/** Builds it, with the types of the package, and opens it in each engine. */
async function answersBuilt(project: string): Promise<void> {
  await npm(project, 'run', 'build');
  const { url, close } = await serveFolder(join(project, 'dist'));
  try {
    await answersEverywhere(url);
  } finally {
    close();
  }
}

test('an app of React has typed hooks that answer', { tag: '@full' }, async () => {
  test.setTimeout(600_000);
  const project = await createVite('react-shop', 'react-ts');
  const [hidden, press] = [
    "document.title = alcove ? 'Ready'",
    "alcove && chat.send('What is Alcove?');",
  ];
  // The example waits for a press.
  const app = example('tsx', 1).replace(hidden, `${press} ${hidden}`);
  writeFileSync(join(project, 'src/App.tsx'), app);
  await answersBuilt(project);
});

test('the provider for the AI SDK answers where there is no service worker', {
  tag: '@full',
}, async () => {
  test.setTimeout(600_000);
  const project = await createVite('sdk-shop', 'vanilla-ts');
  // By version: npm takes older ones where Node is older than the newest ones ask for.
  const versions = JSON.parse(readFileSync('e2e/clients/package.json', 'utf8')).dependencies;
  const packages = [
    ...['ai', '@ai-sdk/openai-compatible', 'zod'].map((name) => `${name}@${versions[name]}`),
    '@ai-sdk/provider@4',
  ];
  await npm(project, 'install', '--no-audit', '--no-fund', ...packages);
  writeFileSync(join(project, 'src/main.ts'), example('ts', 1));
  await answersBuilt(project);
});

test('an app of create-next-app is answered, in development and built', {
  tag: '@full',
}, async () => {
  test.setTimeout(600_000);
  await npm(
    workplace,
    ...['exec', '--yes', '--', 'create-next-app@latest', 'next-shop'],
    ...[
      '--yes',
      '--ts',
      '--app',
      '--no-src-dir',
      // Without the fonts that a build fetches from Google.
      '--empty',
      '--no-tailwind',
      '--no-eslint',
      '--use-npm',
      '--disable-git',
    ],
  );
  const project = join(workplace, 'next-shop');
  mkdirSync(join(project, 'public'), { recursive: true });
  await install(project);
  writeFileSync(join(project, 'app/page.tsx'), example('tsx'));
  const development = await startServer(project, 'next', 'dev');
  try {
    await answersEverywhere(development.url, ['Chromium', 'Firefox']);
  } finally {
    development.stop();
  }
  await npm(project, 'run', 'build');
  const built = await startServer(project, 'next', 'start');
  try {
    await answersEverywhere(built.url);
  } finally {
    built.stop();
  }
});
