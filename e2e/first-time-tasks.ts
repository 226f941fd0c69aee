// What people try first, with nothing but what the screen shows. `clicks` is the number a good app needs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Locator, type Page, expect as plainExpect } from '@playwright/test';
import { unzipSync } from 'fflate';
import { DATA, ffmpeg } from './audio-files.ts';
import { makePdf, photograph, scan } from './scans.ts';

/** Loading a model takes as long as the machine needs. */
const expect = plainExpect.configure({ timeout: 60_000 });

/** A person at the page. Counts the clicks; typing and Enter are free. */
export class Person {
  clicks = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async click(target: Locator): Promise<void> {
    this.clicks++;
    await target.click();
  }

  /** A section of the sidebar. */
  async go(section: string): Promise<void> {
    const sections = this.page.getByRole('navigation', { name: 'Sections' });
    await this.click(sections.getByRole('link', { name: section, exact: true }));
  }

  press(name: string | RegExp): Promise<void> {
    const isExact = typeof name === 'string';
    return this.click(this.page.getByRole('button', { name, exact: isExact }));
  }

  /** Opens a file with the button that asks for one. */
  async openFile(button: string, name: string, data: Buffer | string): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser');
    await this.press(button);
    const buffer = Buffer.from(data);
    await (await chooser).setFiles({ name, mimeType: '', buffer });
  }
}

export interface Task {
  /** As people say it. */
  words: string;
  clicks: number;
  /** Whether only the complete run has it. */
  isFull?: boolean;
  /** How much may move by itself, where a part grows that the person waits for. */
  maxShift?: number;
  run: (person: Person, page: Page) => Promise<void>;
}

/** Whisper runs as fast as the machine lets it. */
const SLOW = { timeout: 240_000 };

/** Two people one after the other, each for about eleven seconds. */
const INTERVIEW = () => {
  const people = ['public/samples/inaugural-address-1961.mp3', join(DATA, 'librispeech-1688.flac')];
  const inputs = people.flatMap((path) => ['-t', '14', '-i', path]);
  const mix = [
    '-filter_complex',
    '[0:a]aresample=16000[a];[1:a]aresample=16000[b];[a][b]concat=n=2:v=0:a=1',
  ];
  return Buffer.from(ffmpeg([...inputs, ...mix, '-ac', '1'], 'wav'), 'base64');
};

/** The text of a Word document, a line for each paragraph. */
function docxText(path: string): string {
  const files = unzipSync(new Uint8Array(readFileSync(path)));
  const xml = new TextDecoder().decode(files['word/document.xml']);
  return xml.replaceAll('</w:p>', '\n').replaceAll(/<[^>]+>/g, '');
}

const REVIEWS = [
  'The parcel arrived two weeks late.',
  'Delivery took far too long.',
  'My order came after two weeks, much too late.',
  'The fabric is soft and warm.',
  'Very soft material, lovely and warm.',
  'The zip broke on the first day.',
  'Zip broken after one day.',
  'Customer service answered within minutes.',
];

async function embedReviews(person: Person, page: Page): Promise<void> {
  await person.go('Embeddings');
  await page.getByLabel('One text per line').fill(REVIEWS.join('\n'));
  await person.press('Make the map (8 texts)');
}

/** Asks in the open chat, and waits for the whole answer. */
async function ask(page: Page, question: string): Promise<void> {
  const message = page.getByRole('textbox', { name: 'Message', exact: true });
  await message.fill(question);
  await message.press('Enter');
  const answer = page.getByRole('article', { name: /^Answer by/ });
  await expect(answer.getByRole('button', { name: 'Regenerate' })).toBeVisible(SLOW);
}

export const TASKS: readonly Task[] = [
  {
    words: 'What can this do?',
    clicks: 1,
    async run(person, page) {
      await person.press(/^Ask/);
      const answer = page.getByRole('article', { name: /^Answer by/ });
      await expect(answer).toContainText(/transcribe|chat/i);
    },
  },
  {
    words: 'Show me sentences on a map',
    clicks: 1,
    async run(person, page) {
      await person.click(page.getByRole('link', { name: /^See a map/ }));
      await expect(page.getByRole('img', { name: /^Map of 80 texts/ })).toBeVisible();
      await expect(page.getByRole('list', { name: 'Colours' })).toContainText(' · ');
    },
  },
  {
    words: 'Which of these reviews are alike?',
    clicks: 3,
    async run(person, page) {
      await embedReviews(person, page);
      await person.click(page.getByRole('tab', { name: 'Similar' }));
      await expect(page.getByRole('table').first()).toContainText('Zip broken after one day.');
    },
  },
  {
    words: 'Call it from my page',
    clicks: 2,
    async run(person, page) {
      await person.click(page.getByRole('link', { name: 'Your first call' }));
      await person.press('Run');
      await expect(page.getByText('Status 200')).toBeVisible();
      await expect(page.getByRole('region', { name: 'Answer' })).toHaveText(/\w{3}/);
      const requests = page.getByRole('region', { name: 'Requests' });
      await expect(requests.getByRole('listitem').first()).toContainText('chat');
    },
  },
  {
    words: 'Which models can I run here?',
    clicks: 1,
    async run(person, page) {
      await person.go('Models');
      const guide = page.getByRole('row', { name: /Guide/ });
      await expect(guide).toContainText('Yes');
      await expect(guide).toContainText('tokens/s');
    },
  },
  {
    words: 'Make this sample a text',
    clicks: 1,
    isFull: true,
    async run(person, page) {
      await person.click(page.getByRole('link', { name: /^Transcribe Eleven seconds/ }));
      await expect(page.locator('[data-said]').first()).toHaveText(/\w/);
    },
  },
  {
    words: 'I have an interview, who said what?',
    clicks: 5,
    isFull: true,
    async run(person, page) {
      await person.click(page.getByRole('link', { name: /^Transcribe Eleven seconds/ }));
      await expect(page.getByRole('status').filter({ hasText: /^Done/ })).toBeVisible();
      await person.press('Speakers');
      const dialog = page.getByRole('dialog', { name: 'Speakers' });
      await expect(dialog.getByRole('button', { name: 'Find speakers' })).toBeVisible();
      for (const name of ['Ada', 'Ben']) {
        await page.getByRole('textbox', { name: 'Name of a new speaker' }).fill(name);
        await page.keyboard.press('Enter');
      }
      await person.press('Everything unnamed is Ada');
      await page.keyboard.press('Escape');
      await person.click(page.getByRole('button', { name: /^Speaker at .+: Ada$/ }).last());
      await person.click(page.getByRole('menuitem', { name: 'Ben' }));
      await expect(page.getByRole('button', { name: /^Speaker at .+: Ben$/ })).toBeVisible();
    },
  },
  {
    words: 'Who said what in my interview, as a Word document?',
    clicks: 7,
    isFull: true,
    async run(person, page) {
      await person.go('Transcribe');
      await person.openFile('Choose files', 'interview.wav', INTERVIEW());
      await person.click(page.getByRole('link', { name: 'interview.wav', exact: true }));
      await expect(page.getByRole('status').filter({ hasText: /^Done/ })).toBeVisible(SLOW);
      await person.press('Speakers');
      await person.press('Find speakers');
      const names = page.getByRole('textbox', { name: /^Name of Speaker/ });
      await expect(names).toHaveCount(2, SLOW);
      await page.keyboard.press('Escape');
      await person.press('Export');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Format').selectOption('Word document (DOCX)');
      const saved = page.waitForEvent('download');
      await person.click(dialog.getByRole('button', { name: 'Save', exact: true }));
      const text = docxText(await (await saved).path());
      // Kennedy’s eleven seconds, then the reader’s: each turn begins with its speaker and has its own words.
      const [first = '', second = ''] = text.split(/(?=Speaker 2)/);
      plainExpect(first).toMatch(/Speaker 1[\s\S]*your country/);
      plainExpect(second).not.toContain('your country');
      plainExpect(second.length).toBeGreaterThan(60);
      plainExpect(
        text.match(/Speaker \d/g)?.filter((name, at, all) => name !== all[at - 1]),
      ).toEqual(['Speaker 1', 'Speaker 2']);
    },
  },
  {
    words: 'Which reviews are about shipping?',
    clicks: 2,
    isFull: true,
    async run(person, page) {
      await embedReviews(person, page);
      const search = page.getByRole('searchbox', { name: 'Search by meaning' });
      await search.fill('slow shipping, late delivery');
      await search.press('Enter');
      const nearest = page.getByRole('complementary', { name: 'Texts' }).getByRole('listitem');
      await expect(nearest.first()).toContainText(/late|Delivery/);
    },
  },
  {
    words: 'I have a table of sentences, what is it about?',
    clicks: 4,
    isFull: true,
    async run(person, page) {
      const table = readFileSync(join(DATA, 'sentences.csv'));
      await person.go('Embeddings');
      await person.openFile('Open files', 'sentences.csv', table);
      await person.press(/^Use these/);
      await person.press(/^Make the map \(/);
      const groups = page.getByRole('list', { name: 'Colours' }).getByRole('listitem');
      await expect(groups.nth(2)).toContainText(' · ');
    },
  },
  {
    words: 'How much have I used it?',
    clicks: 4,
    isFull: true,
    async run(person, page) {
      await person.go('Developer');
      await person.press('Run');
      await expect(page.getByText('Status 200')).toBeVisible();
      await person.click(page.getByRole('link', { name: 'Usage' }));
      const usage = page.getByRole('region', { name: 'Usage' });
      await expect(
        usage.getByRole('img', { name: /^Requests by model, 7 days: [1-9]\d*$/ }),
      ).toBeVisible();
    },
  },
  {
    words: 'Try another question and see the JSON',
    clicks: 4,
    isFull: true,
    async run(person, page) {
      await person.go('Developer');
      await person.click(page.getByRole('link', { name: 'Playground' }));
      await page.getByLabel('Message', { exact: true }).fill('What is an embedding?');
      await person.press('Send');
      const answer = page.getByRole('region', { name: 'Answer' });
      await expect(answer).toContainText('Status: 200');
      await person.click(page.getByRole('tab', { name: 'Events' }));
      await expect(answer).toContainText('data: [DONE]');
    },
  },
  {
    words: 'Prove that it stays here',
    clicks: 3,
    async run(person, page) {
      await person.go('Settings');
      await person.click(page.getByRole('link', { name: 'Privacy', exact: true }));
      await expect(page.getByText(/^Nothing has left this browser since .+: 0 req/)).toBeVisible();
      const report = page.waitForEvent('download');
      await person.press('Save report');
      const text = readFileSync(await (await report).path(), 'utf8');
      plainExpect(JSON.parse(text)).toMatchObject({ sent: { requests: 0, bytes: 0 } });
    },
  },
  {
    words: 'Delete all, and show me that it is gone',
    clicks: 8,
    async run(person, page) {
      await person.press(/^Ask/);
      await expect(page.getByRole('article', { name: /^Answer by/ })).toHaveText(/\w{3}/);
      await person.go('Settings');
      await person.click(page.getByRole('link', { name: 'Data', exact: true }));
      await person.press(/^Delete everything/);
      await person.press('Delete all of it');
      await expect(page.getByRole('heading', { name: 'Everything was deleted' })).toBeVisible();
      await person.click(page.getByRole('link', { name: 'Open Alcove' }));
      await person.go('Settings');
      await person.click(page.getByRole('link', { name: 'Privacy', exact: true }));
      const chats = page.locator('[data-stored="group/chats"]');
      await expect(chats.getByRole('cell').first()).toHaveText('0');
    },
  },
  {
    words: 'Move everything to my new laptop',
    clicks: 9,
    maxShift: 0.1,
    async run(person, page) {
      await person.press(/^Ask/);
      await expect(page.getByRole('article', { name: /^Answer by/ })).toHaveText(/\w{3}/);
      const browser = page.context().browser();
      if (!browser) throw new Error('The laptop is another profile of the browser.');
      const laptop = await (await browser.newContext()).newPage();
      await laptop.goto(page.url());
      const there = new Person(laptop);
      for (const one of [person, there]) {
        await one.go('Settings');
        await one.click(one.page.getByRole('link', { name: 'Data', exact: true }));
      }
      await person.press('Send from this device');
      const words = (await page.getByTestId('move-code').textContent()) ?? '';
      // A static host lets no devices meet: the app says so, and what to carry.
      const text = await page.getByLabel('Text for the other device').inputValue();
      await there.press('Receive on this device');
      await laptop.getByLabel('Words that the other device shows').fill(words);
      await laptop.getByLabel('Text of the other device').fill(text);
      await there.press('Connect');
      const reply = await laptop.getByLabel('Text for the other device').inputValue();
      await page.getByLabel('Text of the other device').fill(reply);
      await person.press('Next');
      await expect(page.getByTestId('move-done')).toContainText('The other device added');
      await expect(laptop.getByTestId('move-done')).toContainText('added');
      await expect(laptop.getByRole('list', { name: 'Chats' }).getByRole('link')).toHaveCount(1);
      person.clicks += there.clicks;
      await laptop.context().close();
    },
  },
  {
    words: 'What did I pay on this receipt? It is a photograph',
    clicks: 2,
    // The welcome gives way to what people ask of a file, and the answer grows.
    maxShift: 0.1,
    isFull: true,
    async run(person, page) {
      const receipt = await photograph(page, scan('receipt'));
      await person.openFile('Attach files', 'receipt.jpg', receipt);
      await expect(page.getByRole('button', { name: 'Remove receipt.jpg' })).toBeVisible(SLOW);
      await ask(page, 'What did I pay in total?');
      await person.press('[1] receipt.jpg');
      await expect(page.getByRole('dialog').locator('mark')).toContainText('6.43');
    },
  },
  {
    words: 'May I keep a cat? The lease is a scan',
    clicks: 2,
    // The welcome gives way to what people ask of a file, and the answer grows.
    maxShift: 0.1,
    isFull: true,
    async run(person, page) {
      await person.openFile('Attach files', 'lease.pdf', makePdf([scan('columns'), scan('lease')]));
      await expect(page.getByRole('button', { name: 'Remove lease.pdf' })).toBeVisible(SLOW);
      await ask(page, 'May I keep a cat?');
      await person.press('[1] lease.pdf');
      const dialog = page.getByRole('dialog');
      await expect(dialog.locator('mark')).toContainText('may keep one cat');
      await expect(dialog.getByRole('figure', { name: /^The page, with/ }).first()).toBeVisible();
    },
  },
  {
    words: 'Which of my 300 notes talk about insurance?',
    clicks: 3,
    // The list of files grows to its height, and the results of the search come.
    maxShift: 0.3,
    isFull: true,
    async run(person, page) {
      const notes = Array.from({ length: 300 }, (_, i) => ({
        name: `note ${i + 1}.txt`,
        mimeType: '',
        buffer: Buffer.from(
          i % 60 === 7
            ? `Called the office of number ${i}. They renew the insurance of the car in May.`
            : `Bought paper, string and ${i} nails. The shed is painted on Saturday.`,
        ),
      }));
      await person.press('New project');
      await page.getByRole('textbox', { name: 'Name' }).fill('Notes');
      await page.keyboard.press('Enter');
      const chooser = page.waitForEvent('filechooser');
      await person.click(page.getByText('Add files', { exact: true }));
      await (await chooser).setFiles(notes);
      await expect(page.getByText(/^300 files · /)).toBeVisible(SLOW);
      await person.go('Search');
      await page
        .getByRole('searchbox', { name: 'Search documents, chats and transcripts' })
        .fill('Which notes talk about insurance?');
      const found = page.getByRole('list', { name: 'Results' }).getByRole('heading');
      await expect(found).toHaveCount(5);
      const wanted = [8, 68, 128, 188, 248].map((number) => `note ${number}.txt`);
      plainExpect((await found.allTextContents()).sort()).toEqual(wanted.sort());
    },
  },
  {
    words: 'These documents, for every chat that I begin',
    clicks: 6,
    // The file takes its place on the page of the project.
    maxShift: 0.1,
    isFull: true,
    async run(person, page) {
      const rules = 'The pool opens at seven and closes at nine. Towels are lent at the desk.';
      await person.press('New project');
      await page.getByRole('textbox', { name: 'Name' }).fill('House rules');
      await page.keyboard.press('Enter');
      const chooser = page.waitForEvent('filechooser');
      await person.click(page.getByText('Add files', { exact: true }));
      const file = { name: 'rules.txt', mimeType: '', buffer: Buffer.from(rules) };
      await (await chooser).setFiles(file);
      await expect(page.getByText(/^1 file · /)).toBeVisible(SLOW);
      for (const [question, answer] of [
        ['When does the pool open?', 'opens at seven'],
        ['Where are towels lent?', 'lent at the desk'],
      ] as const) {
        if (page.url().includes('/chat/'))
          await person.click(page.getByRole('link', { name: 'House rules', exact: true }));
        await person.press('New chat in this project');
        await ask(page, question);
        await expect(page.locator('mark').first()).toContainText(answer);
      }
    },
  },
  {
    words: 'Save these texts for tomorrow',
    clicks: 3,
    isFull: true,
    async run(person, page) {
      await embedReviews(person, page);
      await person.press('Save set');
      await expect(page).toHaveURL(/\/embeddings\/.+/);
      await page.reload();
      await expect(page.getByText(/^8 texts · \d+ dimensions/)).toBeVisible();
    },
  },
  {
    words: 'It is too bright',
    clicks: 2,
    isFull: true,
    async run(person, page) {
      await person.go('Settings');
      await person.click(page.getByRole('radio', { name: 'Dark' }));
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    },
  },
];
