// npm run first-answers [-- --save=FOLDER]: what a stranger gets from a fresh clone on a machine that reaches package registries alone:
// `npm start -- --chat`, ten everyday questions in a new browser, and the same model in a second one. Prints the seconds of
// each step, each answer and what both browsers asked other servers for. The first answer is asked with the guide, which
// offers the model: its time counts from the press of "Download and answer". `--save`: pictures of the answers.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { freePort, openTerminal } from './newcomer.mjs';
import { ARGS, executablePath } from './open-alcove.mjs';
import { createReport } from './report.mjs';

const QUESTIONS = [
  'Write a short e-mail that declines a meeting on Friday.',
  'What is the capital of Australia?',
  'Explain photosynthesis to a child in two sentences.',
  'Give me three ideas for a quick dinner with eggs.',
  'Translate "Where is the train station?" into French.',
  'Why is the sky blue?',
  'Write a Python function that reverses a string.',
  'What should I pack for a weekend at the sea?',
  'Fix the mistakes: "He go to school yesterday and meet his freinds."',
  'Name two differences between a cat and a dog.',
];
/** Seconds from the press to the first whole answer. */
const GOAL = 15;
/** Milliseconds for an answer or an installation. */
const PATIENCE = 300_000;

const { values } = parseArgs({ options: { save: { type: 'string' } } });
const { check, say, end } = createReport();
const terminal = openTerminal();
const port = await freePort();
const address = `http://localhost:${port}`;

/** Seconds of some work, with what it gave. */
async function timed(work) {
  const start = performance.now();
  const value = await work();
  return { value, seconds: (performance.now() - start) / 1_000 };
}

/** Browsers that are open. */
const strangers = [];

/** A browser that was never here: its page, and the addresses of other servers that it asks. */
async function openStranger() {
  // A private window would store the model in memory.
  const profile = mkdtempSync(join(tmpdir(), 'alcove-stranger-'));
  const context = await chromium.launchPersistentContext(profile, { executablePath, args: ARGS });
  strangers.push(context);
  context.setDefaultTimeout(PATIENCE);
  context.on('close', () =>
    rmSync(profile, { recursive: true, force: true, maxRetries: 9, retryDelay: 500 }),
  );
  const elsewhere = [];
  context.on('request', (request) => {
    const url = request.url();
    if (/^(?:http|ws)/.test(url) && !url.startsWith(`${address}/`)) elsewhere.push(url);
  });
  const page = await context.newPage();
  await page.goto(address);
  await page.locator('#root:not([inert])').waitFor();
  return { context, page, elsewhere };
}

/** Asks, and presses the offer where the guide makes one. @returns the whole answer, and seconds from the press or the question */
async function ask(page, question) {
  // Neither the app's nor the guide's.
  const answers = page.getByRole('article', { name: /^Answer by (?!alcove)/i });
  const answer = answers.nth(await answers.count());
  const whole = answer.getByRole('button', { name: 'Regenerate' });
  const offer = page.getByRole('button', { name: 'Download and answer' });
  const message = page.getByRole('textbox', { name: 'Message', exact: true });
  await message.fill(question);
  let start = performance.now();
  await message.press('Enter');
  await whole.or(offer).first().waitFor();
  if (await offer.isVisible()) {
    start = performance.now();
    await offer.click();
  }
  await whole.waitFor();
  return { text: (await answer.textContent()) ?? '', seconds: (performance.now() - start) / 1_000 };
}

try {
  say(`${cpus().length} processors, load ${loadavg()[0].toFixed(1)}, Node ${process.version}`);
  await terminal.run(`git clone --quiet ${process.cwd()} alcove`);
  const begin = `export PORT=${port}\nnpm start -- --chat`;
  const started = await timed(() => terminal.start(begin, /Alcove is at http\S+/, 'alcove'));
  say(`${started.seconds.toFixed(0)} s  npm start -- --chat: packages, build, model`);
  const first = await openStranger();
  for (const [at, question] of QUESTIONS.entries()) {
    const { text, seconds } = await ask(first.page, question);
    say(`\n${seconds.toFixed(1)} s  ${question}\n${text.replace(/\s+/g, ' ').trim()}`);
    if (at === 0)
      check('seconds from the press to the first answer', { value: seconds }, GOAL, true, true);
    if (values.save) await first.page.screenshot({ path: join(values.save, `answer-${at}.png`) });
  }
  const second = await openStranger();
  const again = await ask(second.page, QUESTIONS[0]);
  say(`\n${again.seconds.toFixed(1)} s  the first answer in a second browser`);
  const asked = [...first.elsewhere, ...second.elsewhere];
  check('requests to other servers', { value: asked.length }, 0, true, true);
  for (const url of asked) say(`  ${url}`);
} finally {
  for (const context of strangers) await context.close();
  await terminal.close();
}
end();
