import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { readRows } from './read-rows.ts';
import { addTranscript } from './stored-recordings.ts';

/** Loading the embedding model and the chat model takes as long as the machine needs. */
const SLOW = { timeout: 120_000 };

const SOUND = readFileSync('public/samples/inaugural-address-1961.mp3').toString('base64');

/** Small talk between what counts: more than the passages of one question hold. */
const TALK = [
  'The rain did not stop the whole weekend, so we stayed inside.',
  'My neighbour has a new dog, and it barks at every bicycle in the street.',
  'We should paint the kitchen before the winter comes, in a light colour.',
  'The train was late again, and the heating in it did not work.',
  'I read a long book about the history of lighthouses last month.',
  'The cafe at the corner closes at six now, which is a pity.',
];
const PROMISES = {
  ana: 'I promise to send you the signed contract on Friday.',
  ben: 'I promise to repair the garden fence before your birthday.',
};

/** Two people in turn; one promises something in the first third, the other one in the last. */
function conversation() {
  const segments = Array.from({ length: 60 }, (_, i) => {
    const speaker = i % 2 === 0 ? 'a' : 'b';
    return { start: 4 * i, end: 4 * i + 4, speaker, text: ` ${TALK[i % TALK.length]}` };
  });
  const promise = (i: number, text: string) => {
    const segment = segments[i];
    if (segment) segment.text = ` ${text}`;
  };
  promise(20, PROMISES.ana);
  promise(47, PROMISES.ben);
  return segments;
}

/** The passages that the model gets with the last question. */
async function passagesFor(page: Page, question: string): Promise<string[]> {
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill(question);
  await message.press('Enter');
  interface Asked {
    text: string;
    sources?: { text: string }[];
  }
  const passages = async () => {
    const rows = await readRows<Asked>(page, 'messages');
    return rows.find(({ text }) => text === question)?.sources?.map(({ text }) => text) ?? [];
  };
  await expect.poll(passages, SLOW).not.toEqual([]);
  // The next question waits for the answer to this one.
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0, SLOW);
  return passages();
}

test('a question about a speaker finds what that one said, by the name of now', async ({
  page,
}) => {
  test.setTimeout(600_000);
  await page.goto('/transcribe');
  await page.evaluate(() => alcove.ready);
  const speakers = ['a', 'b'].map((id, i) => ({ id, name: `Speaker ${i + 1}` }));
  await addTranscript(page, { id: 'talk', sound: SOUND, segments: conversation(), speakers });
  await page.goto('/transcribe/talk');
  await page.getByRole('button', { name: 'Speakers', exact: true }).click();
  for (const [i, name] of ['Ana', 'Ben'].entries()) {
    const field = page.getByRole('textbox', { name: `Name of Speaker ${i + 1}` });
    await field.fill(name);
    await field.press('Enter');
  }
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Ask about it' }).click();
  await expect(page.getByRole('button', { name: 'Remove talk.mp3' })).toBeVisible(SLOW);

  for (const [name, own, other] of [
    ['Ana', PROMISES.ana, PROMISES.ben],
    ['Ben', PROMISES.ben, PROMISES.ana],
  ] as const) {
    const passages = await passagesFor(page, `What did ${name} promise?`);
    expect(passages[0], name).toContain(`${name}: ${own}`);
    expect(passages.join('\n'), name).not.toContain(other);
    // Every line says who speaks; the names from before are nowhere.
    for (const line of passages.join('\n').split('\n')) {
      expect(line).toMatch(/^\[\d+:\d\d\] (?:Ana|Ben): \S/);
    }
  }
});
