// States of the Transcribe and Embeddings pages, for the screenshots: how to get to each
// from a fresh page.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { makeTrack } from '#bench/spoken-track.mjs';
import { visit } from './visit.mjs';

const long = makeTrack(4, 'flac', []).path;
const broken = { name: 'notes.wav', mimeType: 'audio/wav', buffer: Buffer.from('no audio') };
const press = (page, name) => page.getByRole('button', { name, exact: true }).first().click();
const tab = (page, name) => page.getByRole('tab', { name, exact: true }).click();

/** Files by path, or in memory: a browser takes no mixture. */
async function addFiles(page, ...files) {
  const all = files.map(async (file) =>
    typeof file === 'string'
      ? { name: basename(file), mimeType: 'audio/wav', buffer: await readFile(file) }
      : file,
  );
  await page.getByLabel('Audio files', { exact: true }).setInputFiles(await Promise.all(all));
}

async function clearRecordings(page) {
  // The list comes from the database a moment after the page.
  await page
    .getByText('Drop a recording here')
    .or(page.getByRole('heading', { name: 'Recordings' }))
    .waitFor();
  const rows = page.getByRole('region', { name: 'Recordings', exact: true }).getByRole('listitem');
  for (let left = await rows.count(); left > 0; left--) {
    await rows
      .first()
      .getByRole('button', { name: /^Actions for/ })
      .click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await rows.nth(left - 1).waitFor({ state: 'detached' });
  }
  await page.getByRole('heading', { name: 'Recordings' }).waitFor({ state: 'detached' });
}

/** An empty list, and Digits transcribes: minutes of digits take the large model as long. */
async function startWithDigits(page) {
  await page.evaluate(() => {
    localStorage.setItem('alcove-preferences', '{"speechModel":"alcove-digits"}');
  });
  await page.reload();
  await clearRecordings(page);
}

async function openTranscript(page) {
  await startWithDigits(page);
  await addFiles(page, long);
  await page.locator('[data-state="done"]').first().waitFor({ timeout: 120_000 });
  await page.getByRole('link', { name: 'track.flac' }).click();
  await page.getByTestId('segments').waitFor();
  await page
    .getByRole('button', { name: /^Play from 0:1/ })
    .first()
    .click();
}

async function openSentences(page) {
  const buffer = await readFile('e2e/data/sentences.csv');
  await page
    .getByLabel('File of texts or vectors')
    .setInputFiles({ name: 'sentences.csv', mimeType: 'text/csv', buffer });
  await page.getByLabel('Column with the texts').selectOption('sentence');
  await page.getByRole('button', { name: /^Use these/ }).click();
  await page.getByRole('button', { name: 'Make the map (2,000 texts)' }).click();
  await page.getByText('2,000 texts · 256').waitFor();
}

const embedSample = async (page) => {
  await visit(page, '/embeddings?sample=1');
  await page.getByText('80 texts · 256').waitFor();
};

/** Presses a button; on a phone it is in a menu. */
async function pressMapAction(page, name) {
  const menu = page.getByRole('button', { name: 'More map actions' });
  if (!(await menu.isVisible())) return press(page, name);
  await menu.click();
  await page.getByRole('menuitem', { name }).click();
}

/** The layout is done; its button is in a menu on a phone. */
async function waitForUmap(page) {
  await page.getByText('Simple layout').waitFor({ state: 'attached' });
  await page.getByText(/^Refining/).waitFor({ state: 'detached' });
}

export const PAGE_STATES = {
  'transcribe-empty': ['/transcribe', clearRecordings],
  'transcribe-busy': [
    '/transcribe',
    async (page) => {
      await startWithDigits(page);
      await addFiles(page, long, 'e2e/data/jackson.wav', broken);
      await page.getByText(/^Transcribing [0-9:]+ of/).waitFor();
    },
  ],
  'transcribe-queue': [
    '/transcribe',
    async (page) => {
      await startWithDigits(page);
      await addFiles(page, 'e2e/data/jackson.wav', broken, 'e2e/data/theo.wav', long);
      await press(page, 'Pause track.flac');
      await page.getByText(/contains text, not sound/).waitFor();
      await page.getByText(/^Done/).nth(1).waitFor();
    },
  ],
  'transcribe-transcript': ['/transcribe', openTranscript],
  'transcribe-edit': [
    '/transcribe',
    async (page) => {
      await openTranscript(page);
      await page.locator('[data-said]').nth(2).click();
    },
  ],
  'transcribe-find': [
    '/transcribe',
    async (page) => {
      await openTranscript(page);
      await press(page, 'Find');
      await page.getByRole('textbox', { name: 'Find' }).fill('four');
    },
  ],
  'transcribe-speakers': [
    '/transcribe',
    async (page) => {
      await openTranscript(page);
      await press(page, 'Speakers');
      for (const name of ['Ann', 'Ben']) {
        await page.getByRole('textbox', { name: 'Name of a new speaker' }).fill(name);
        await press(page, 'Add');
        await page.getByRole('textbox', { name: `Name of ${name}` }).waitFor();
      }
    },
  ],
  'transcribe-select': [
    '/transcribe',
    async (page) => {
      await openTranscript(page);
      await press(page, 'Speakers');
      await page.getByRole('textbox', { name: 'Name of a new speaker' }).fill('Ann');
      await press(page, 'Add');
      await press(page, 'Close');
      await page
        .getByRole('button', { name: /^Speaker at/ })
        .first()
        .click({ modifiers: ['Shift'] });
      await page
        .getByRole('checkbox')
        .nth(3)
        .click({ modifiers: ['Shift'] });
      await page.getByText('4 selected').waitFor();
    },
  ],
  'transcribe-export': [
    '/transcribe',
    async (page) => {
      await openTranscript(page);
      await press(page, 'Export');
      await page.getByRole('combobox', { name: 'Format' }).selectOption('srt');
    },
  ],
  'transcribe-silence': [
    '/transcribe',
    async (page) => {
      await clearRecordings(page);
      const silence = Buffer.alloc(64_044);
      silence.write('RIFF');
      silence.writeUInt32LE(64_036, 4);
      silence.write('WAVEfmt ', 8);
      silence.writeUInt32LE(16, 16);
      silence.writeUInt16LE(1, 20);
      silence.writeUInt16LE(1, 22);
      silence.writeUInt32LE(16_000, 24);
      silence.writeUInt32LE(32_000, 28);
      silence.writeUInt16LE(2, 32);
      silence.writeUInt16LE(16, 34);
      silence.write('data', 36);
      silence.writeUInt32LE(64_000, 40);
      await addFiles(page, { name: 'silence.wav', mimeType: 'audio/wav', buffer: silence });
      await page.locator('[data-state="done"]').first().waitFor({ timeout: 120_000 });
      await page.getByRole('link', { name: 'silence.wav' }).click();
      await page.getByText('No speech was found.', { exact: true }).waitFor();
    },
  ],
  'transcribe-recording': [
    '/transcribe',
    async (page) => {
      await clearRecordings(page);
      // A microphone that delivers the sample of spoken digits.
      await page.evaluate(() => {
        navigator.mediaDevices.getUserMedia = async () => {
          const context = new AudioContext();
          const bytes = await (await fetch('/samples/spoken-digits.flac')).arrayBuffer();
          const buffer = await context.decodeAudioData(bytes);
          const source = new AudioBufferSourceNode(context, { buffer });
          const microphone = context.createMediaStreamDestination();
          source.connect(microphone);
          source.start();
          return microphone.stream;
        };
      });
      await press(page, 'Record');
      await page.getByRole('region', { name: 'Recording' }).getByText('0:04').waitFor();
    },
  ],
  'embeddings-empty': ['/embeddings', (page) => page.getByLabel('One text per line').waitFor()],
  'embeddings-import': [
    '/embeddings',
    async (page) => {
      const buffer = await readFile('e2e/data/sentences.csv');
      await page
        .getByLabel('File of texts or vectors')
        .setInputFiles({ name: 'sentences.csv', mimeType: 'text/csv', buffer });
      await page.getByRole('dialog').getByRole('listitem').first().waitFor();
    },
  ],
  'embeddings-busy': [
    '/embeddings',
    async (page) => {
      const lines = (await readFile('e2e/data/sentences.csv', 'utf8')).split('\n');
      const buffer = Buffer.from(Array.from({ length: 10 }, () => lines.join('\n')).join('\n'));
      await page
        .getByLabel('File of texts or vectors')
        .setInputFiles({ name: 'many.txt', mimeType: 'text/plain', buffer });
      await page.getByRole('button', { name: /^Use these/ }).click();
      await page.getByRole('button', { name: /^Make the map \(/ }).click();
      await page.getByText(/^Embedding, [1-9]/).waitFor();
    },
  ],
  'embeddings-error': [
    '/embeddings',
    async (page) => {
      await page.getByLabel('One text per line').fill(`A short line.\n${'word '.repeat(700)}`);
      await page.getByRole('button', { name: 'Make the map (2 texts)' }).click();
      await page.getByRole('alert').waitFor();
    },
  ],
  'embeddings-search': [
    '/embeddings',
    async (page) => {
      await openSentences(page);
      const unfold = page.getByRole('button', { name: 'Search by meaning' });
      if (await unfold.isVisible()) await unfold.click();
      const box = page.getByRole('searchbox', { name: 'Search by meaning' });
      await box.fill('someone makes music');
      await box.press('Enter');
      await tab(page, 'Texts');
      await page.getByRole('columnheader', { name: 'Score' }).waitFor();
      await page.getByRole('tabpanel').getByRole('button').first().click();
    },
  ],
  'embeddings-map': [
    '/embeddings',
    async (page) => {
      await openSentences(page);
      await tab(page, 'Map');
      await pressMapAction(page, /^Detailed layout/);
      await waitForUmap(page);
    },
  ],
  'embeddings-sample': ['/embeddings?sample=1', waitForUmap],
  'embeddings-similar': [
    '/embeddings',
    async (page) => {
      await embedSample(page);
      await tab(page, 'Similar');
      await page
        .getByText(/No pairs|Similarity/)
        .first()
        .waitFor();
    },
  ],
  'embeddings-groups': [
    '/embeddings',
    async (page) => {
      await openSentences(page);
      await tab(page, 'Groups');
      await page.getByRole('heading', { name: /^1\. / }).waitFor();
    },
  ],
  'embeddings-compare': [
    '/embeddings',
    async (page) => {
      await openSentences(page);
      await tab(page, 'Compare');
      await press(page, 'Compare');
      await page.getByText(/of the same 10 nearest texts/).waitFor();
    },
  ],
  'embeddings-answers': [
    '/embeddings',
    async (page) => {
      await openSentences(page);
      await tab(page, 'Answers');
      await page
        .getByRole('textbox', { name: /^Second set/ })
        .fill('Who plays an instrument?\nWhat do animals do?');
      await press(page, 'Find answers');
      await page.getByRole('columnheader', { name: 'First set' }).waitFor();
    },
  ],
  'embeddings-code': [
    '/embeddings',
    async (page) => {
      await embedSample(page);
      await tab(page, 'Code');
      await page.getByRole('tabpanel').locator('code').first().waitFor();
    },
  ],
};
