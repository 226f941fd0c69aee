// npm run screenshots -- --recording: docs/alcove.webp, a short recording of a real run for the README. Needs ffmpeg.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openAlcove } from '#bench/open-alcove.mjs';

const OUT = 'docs/alcove.webp';
const MAX_BYTES = 3_000_000;
const SIZE = { width: 1120, height: 700 };
/** Pauses in which a person looks, in milliseconds. */
const LOOK_MS = 1_500;
/** A frame that stays longer is shown this long, in seconds: nothing happens in it. */
const MAX_FRAME = 1;

const folder = await mkdtemp(join(tmpdir(), 'alcove-recording-'));
const { page, close } = await openAlcove({ path: '/' });
await page.setViewportSize(SIZE);
await page.emulateMedia({ colorScheme: 'light' });
await page.getByRole('heading', { level: 1 }).waitFor();

const frames = [];
const devtools = await page.context().newCDPSession(page);
devtools.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
  frames.push({ data, at: metadata.timestamp });
  devtools.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
});
await devtools.send('Page.startScreencast', { format: 'jpeg', quality: 90, everyNthFrame: 2 });

const look = () => page.waitForTimeout(LOOK_MS);
const go = (name) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click();
await look();
await page
  .getByRole('textbox', { name: 'Message', exact: true })
  .pressSequentially('What can you do?', { delay: 60 });
await page.keyboard.press('Enter');
await page.getByRole('button', { name: 'Regenerate' }).waitFor();
await look();
await go('Transcribe');
await page.goto(new URL('/transcribe?sample', page.url()).href);
await page.locator('[data-said]').first().waitFor({ timeout: 120_000 });
await look();
await go('Embeddings');
await page.getByRole('link', { name: /^See 80 sentences on a map/ }).click();
await page.getByText('mars · moon · orbit').first().waitFor({ timeout: 120_000 });
await look();
await go('Developer');
await page.getByRole('button', { name: 'Run', exact: true }).click();
await page.getByText('Status 200').waitFor({ timeout: 60_000 });
await look();
await devtools.send('Page.stopScreencast');
await close();

const list = [];
for (const [i, { data, at }] of frames.entries()) {
  const path = join(folder, `${i}.jpg`);
  await writeFile(path, Buffer.from(data, 'base64'));
  const shown = Math.min((frames[i + 1]?.at ?? at + 1) - at, MAX_FRAME);
  list.push(`file '${path}'\nduration ${shown.toFixed(3)}`);
}
await writeFile(join(folder, 'list.txt'), list.join('\n'));
const input = ['-f', 'concat', '-safe', '0', '-i', join(folder, 'list.txt')];
const output = ['-vf', 'fps=8,scale=960:-1', '-c:v', 'libwebp_anim', '-q:v', '82', '-loop', '0'];
await promisify(execFile)('ffmpeg', ['-y', ...input, ...output, OUT]);
await rm(folder, { recursive: true });
const { size } = await stat(OUT);
if (size > MAX_BYTES) throw new Error(`${OUT} has ${size} bytes; at most ${MAX_BYTES} are shown.`);
process.stdout.write(`${OUT}: ${size} bytes, ${frames.length} frames.\n`);
