import { expect, test } from 'vitest';
import { misleadingFile } from '#testing/misleading-documents.ts';
import { startStopwatch, times } from '#testing/test-run.ts';
import { VectorFileError } from '#vectors/npy.ts';
import { DocumentError } from './document-error.ts';
import { isDocument } from './is-document.ts';
import { LIMITS } from './limits.ts';
import { readDocument } from './read-document.ts';
import { readInput } from './read-input.ts';
import { packSentences } from './sentences.ts';

/** Five hundred in `npm run test:full`. PDFs are read in a browser only: see e2e/documents.e2e.ts. */
const COUNT = times(500, 60);
/** Milliseconds one file may take, on a slow machine next to other tests. */
const MAX_MS = 10_000;

interface Tally {
  read: number;
  refused: number;
  raw: string[];
  longestMs: number;
  longest: string;
}

async function attempt(tally: Tally, name: string, work: () => Promise<unknown>): Promise<void> {
  const took = startStopwatch();
  try {
    await work();
    tally.read++;
  } catch (error) {
    const isOurs = error instanceof DocumentError || error instanceof VectorFileError;
    if (isOurs) tally.refused++;
    else tally.raw.push(`${name}: ${error}`);
  }
  const ms = took();
  if (ms > tally.longestMs) Object.assign(tally, { longestMs: ms, longest: name });
}

test('documents built to mislead are read or refused by a fault, and none hangs', async () => {
  const tally: Tally = { read: 0, refused: 0, raw: [], longestMs: 0, longest: '' };
  for (let seed = 0; seed < COUNT; seed++) {
    const file = misleadingFile(seed);
    const { name } = file;
    if (isDocument(name) && !name.endsWith('.pdf')) {
      await attempt(tally, name, async () => {
        packSentences((await readDocument(file, () => {})).text);
      });
    }
    if (!/\.(pdf|docx|html)$/.test(name)) await attempt(tally, name, () => readInput(file));
  }
  const { read, refused, raw, longestMs, longest } = tally;
  process.stdout.write(
    `${COUNT} documents: ${read} read, ${refused} refused, ${raw.length} raw exceptions, ` +
      `longest ${Math.round(longestMs)} ms (${longest})\n`,
  );
  expect(raw).toEqual([]);
  expect(longestMs).toBeLessThan(MAX_MS);
  expect(read).toBeGreaterThan(COUNT / 5);
  expect(refused).toBeGreaterThan(COUNT / 20);
}, 600_000);

test('a million lines that end no sentence are cut in little time', () => {
  const took = startStopwatch();
  expect(packSentences('\n-'.repeat(1_000_000)).length).toBe(2_000_000);
  expect(took()).toBeLessThan(MAX_MS);
});

/** Four million characters each: text of them takes a time that grows with its length, not with its square. */
const GAPS = {
  'spaces between tags': '<b> ',
  'spaces as entities': '&#32;',
  'hard spaces': '&nbsp;',
  'line ends as entities': '&#10;',
  'spaces and lines': '<br> <b> ',
};

test.each(Object.entries(GAPS))('a page of %s alone is refused in little time', async (_, gap) => {
  const file = new File([gap.repeat(4_000_000 / gap.length)], 'gaps.html');
  const took = startStopwatch();
  await expect(readDocument(file, () => {})).rejects.toMatchObject({ fault: 'empty' });
  expect(took()).toBeLessThan(MAX_MS);
});

test.each(['pdf', 'docx', 'xlsx', 'odt', 'epub', 'rtf', 'eml', 'html', 'csv', 'txt', 'png'])(
  'a file .%s without a byte is empty, not damaged',
  async (extension) => {
    const read = readDocument(new File([], `lease.${extension}`), () => {});
    await expect(read).rejects.toMatchObject({ fault: 'empty' });
  },
);

test('a picture that states 30,000 × 30,000 pixels is refused before anything is decoded', async () => {
  const head = Buffer.from(
    '89504e470d0a1a0a0000000d494844520000753000007530080000000000000000',
    'hex',
  );
  const file = new File([head, new Uint8Array(64)], 'huge.png');
  let decoded = 0;
  const read = readDocument(
    file,
    () => {},
    async () => {
      decoded++;
      return null;
    },
  );
  const max = LIMITS.picturePixels;
  await expect(read).rejects.toMatchObject({ fault: 'picture-size', facts: { max } });
  expect([decoded, max]).toEqual([0, 100_000_000]);
});
