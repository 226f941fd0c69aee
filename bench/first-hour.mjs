// npm run first-hour: a newcomer's first hour, from a fresh clone to answers in a page, for programs and in own apps. Commands and
// code are taken out of the documents as they stand and run one after another; the port alone may be another one. What the
// documents leave to the reader, such as names of folders, is here. Prints the seconds and the outcome of each step.
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { codeBlocks, inlineCode } from '../scripts/document-code.mjs';
import { pythonCommand } from '../scripts/platform.mjs';
import { freePort, openTerminal } from './newcomer.mjs';
import { ARGS, executablePath } from './open-alcove.mjs';

const README = 'README.md';
const EMBED = 'docs/embed.md';
const CONNECT = 'docs/connect.md';
/** What the embedded guide says of Alcove. */
const ANSWER = /.{0,30}inference service/;
/** Milliseconds for an answer: the first one loads its model. */
const PATIENCE = { timeout: 180_000 };

const terminal = openTerminal();
const port = Number(process.env.PORT) || (await freePort());
const address = `http://localhost:${port}`;
const here = (code) => code.replaceAll('http://localhost:4173', address);
const browser = await chromium.launch({ executablePath, args: ARGS });
const context = await browser.newContext();
context.setDefaultTimeout(PATIENCE.timeout);

const rows = [];
/** Runs a step; a failed one is shown, and the next ones are tried all the same. */
async function step(name, document, run) {
  const start = performance.now();
  const outcome = await run().catch((error) => {
    process.exitCode = 1;
    return `✖ ${error.stderr ?? error.message}`;
  });
  const seconds = (performance.now() - start) / 1_000;
  rows.push({ name, document, seconds, outcome });
  console.log(`${seconds.toFixed(0).padStart(4)} s  ${name}: ${outcome.trim()}`);
}

function check(text) {
  const [found] = ANSWER.exec(text) ?? [];
  if (!found) throw new Error(`No answer, but: ${text.slice(-2_000)}`);
  return `“${found.trim()}…”`;
}

/** The answer that a page writes into an element. */
async function answerOf(page, selector = 'output') {
  const element = page.locator(selector).filter({ hasText: ANSWER });
  await element.first().waitFor();
  return check(await element.first().textContent());
}

async function openSite(url) {
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

/** Opens what a server of a project shows. */
async function openProject(command, project) {
  const { found, stop } = await terminal.start(command, /http:\/\/localhost:\d+/, project);
  const page = await openSite(found[0]);
  return { page, stop };
}

const write = (path, text) => writeFileSync(join(terminal.folder, path), text);
/** The package in a project, and the files that its site serves. */
async function installIn(project) {
  const { version } = JSON.parse(await terminal.run('cat package.json', 'alcove'));
  const install = inlineCode(EMBED, /^npm i \.\.\/alcove\//).replace('<version>', version);
  await terminal.run(`${install}\n${codeBlocks(EMBED, 'sh')[0]}`, project);
}

let app;
try {
  console.log(
    `${cpus().length} processors, load ${loadavg()[0].toFixed(1)}, Node ${process.version}\n`,
  );
  let pairing;
  await step('git clone, npm start', README, async () => {
    await terminal.run(`git clone --quiet ${process.cwd()} alcove`);
    const [command] = codeBlocks(README, 'sh', 'Two commands')[0].split('\n');
    const printed = /Alcove is at http\S+[\s\S]*(?<pairing>http\S+#pair=\S+)\n/;
    const { found } = await terminal.start(`export PORT=${port}\n${command}`, printed, 'alcove');
    pairing = found.groups.pairing;
    return `serves ${address}`;
  });
  await step('page: a question in the chat', README, async () => {
    app = await openSite(address);
    await app.locator('#root:not([inert])').waitFor();
    const message = app.getByRole('textbox', { name: 'Message', exact: true });
    await message.fill('What is Alcove?');
    await message.press('Enter');
    return answerOf(app, 'article');
  });
  await step('page: the code for the console', README, async () => {
    const logged = app.waitForEvent('console');
    await app.evaluate(`(async () => { ${codeBlocks(README, 'js', 'Call it')[0]} })()`);
    return check((await logged).text());
  });
  await step('pair the browser, create a key', CONNECT, async () => {
    await app.goto(pairing);
    await app.getByText('Connected', { exact: true }).waitFor();
    await app.goto(`${address}/developer/keys`);
    await app.getByRole('textbox', { name: 'Key name' }).fill('first hour');
    await app.getByRole('button', { name: 'Create key' }).click();
    const key = await app
      .locator('code')
      .filter({ hasText: /^alc_[\w-]{43}$/ })
      .first()
      .textContent();
    terminal.env.ALCOVE_API_KEY = key;
    return `${key.slice(0, 4)}…`;
  });
  await step('curl, streamed', CONNECT, async () => {
    const streamed = await terminal.run(here(codeBlocks(CONNECT, 'sh', 'curl')[0]));
    const parts = [...streamed.matchAll(/"content":"((?:[^"\\]|\\.)*)"/g)];
    return check(parts.map(([, part]) => part).join('') || streamed);
  });
  await step('Python: openai, installed', CONNECT, async () => {
    write('ask.py', here(codeBlocks(CONNECT, 'python', 'Python: openai')[0]));
    const install = inlineCode(CONNECT, /^pip install openai$/);
    const environment = `${pythonCommand()} -m venv venv && . venv/bin/activate`;
    return check(await terminal.run(`${environment}\n${install} --quiet\npython ask.py`));
  });
  await step('npm pack', EMBED, () =>
    terminal.run(`${inlineCode(EMBED, /^npm pack$/)} | tail -1`, 'alcove'),
  );
  await step('embed: a page of HTML', EMBED, async () => {
    await terminal.run('mkdir -p plain/public');
    write('plain/public/index.html', codeBlocks(EMBED, 'html')[0]);
    await installIn('plain');
    const files = await freePort();
    const serve = `${pythonCommand()} -u -m http.server ${files} --directory public --bind localhost`;
    const { stop } = await terminal.start(serve, /Serving HTTP/, 'plain');
    try {
      return await answerOf(await openSite(`http://localhost:${files}`));
    } finally {
      await stop();
    }
  });
  await step('embed: npm create vite, openai', EMBED, async () => {
    const create = inlineCode(EMBED, /^npm create vite$/);
    await terminal.run(`${create} --yes -- shop --template vanilla-ts --no-interactive`);
    await installIn('shop');
    await terminal.run(inlineCode(EMBED, /^npm i openai$/), 'shop');
    write('shop/src/main.ts', codeBlocks(EMBED, 'ts')[0]);
    const { page, stop } = await openProject('npm run dev', 'shop');
    try {
      return await answerOf(page);
    } finally {
      await stop();
    }
  });
  await step('embed: create-next-app', EMBED, async () => {
    const create = inlineCode(EMBED, /^npx create-next-app$/).replace('npx', 'npx --yes');
    await terminal.run(`${create} next --yes --no-src-dir --disable-git`);
    await installIn('next');
    write('next/app/page.tsx', codeBlocks(EMBED, 'tsx')[0]);
    const { page, stop } = await openProject('npm run dev', 'next');
    try {
      return await answerOf(page);
    } finally {
      await stop();
    }
  });
  await step('connect from that site of Vite', CONNECT, async () => {
    const copy = inlineCode(CONNECT, /^cp \.\.\/alcove\/dist\/connect\.js/);
    await terminal.run(copy, 'shop');
    write('shop/src/main.ts', here(codeBlocks(CONNECT, 'js', 'Sites that ask for your models')[0]));
    const { page, stop } = await openProject('npm run dev', 'shop');
    try {
      const opening = page.waitForEvent('popup');
      await page.locator('button').last().click();
      const consent = await opening;
      await consent.getByRole('button', { name: 'Allow' }).click();
      return await answerOf(page, 'body');
    } finally {
      await stop();
    }
  });
  const total = rows.reduce((sum, { seconds }) => sum + seconds, 0);
  console.log('\n| step | document | seconds | outcome |\n|---|---|---|---|');
  for (const { name, document, seconds, outcome } of rows)
    console.log(`| ${name} | ${document} | ${seconds.toFixed(0)} | ${outcome.split('\n')[0]} |`);
  console.log(`\n${total.toFixed(0)} s in all`);
} finally {
  await browser.close();
  await terminal.close();
}
