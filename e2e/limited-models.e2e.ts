import { readFileSync } from 'node:fs';
import { type Page, expect as plainExpect, test } from '@playwright/test';
import { appStarted, ChatPage } from './chat-page.ts';
import { chooseHub } from './hub-page.ts';

/** Models load as fast as the machine lets them. */
const expect = plainExpect.configure({ timeout: 30_000 });

const HERON = 'The grey heron stands at the river and waits for fish.';
const NOTES = `Bread is baked in a hot oven. The tool shed is open on Mondays.\n\n${HERON} It can stand still for an hour.`;

/** A microphone that delivers six seconds of spoken digits. */
async function speakDigits(page: Page): Promise<void> {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      const context = new AudioContext();
      const bytes = await (await fetch('/samples/spoken-digits.flac')).arrayBuffer();
      const source = new AudioBufferSourceNode(context, {
        buffer: await context.decodeAudioData(bytes),
      });
      const microphone = context.createMediaStreamDestination();
      source.connect(microphone);
      source.start();
      source.onended = () => document.body.setAttribute('data-spoken', '');
      return microphone.stream;
    };
  });
}

/** The small model of the tests transcribes, as where a person chose it. */
async function chooseDigits(page: Page): Promise<void> {
  await page.addInitScript(() => {
    localStorage.setItem('alcove-preferences', JSON.stringify({ speechModel: 'alcove-digits' }));
  });
}

test('a model that cannot read documents shows the best passage instead of writing', async ({
  page,
}) => {
  const chat = new ChatPage(page);
  await chat.open('/chat');
  await chat.addFile('garden.txt', 'text/plain', NOTES);
  await expect(page.getByRole('button', { name: 'Remove garden.txt' })).toBeVisible();
  const answer = await chat.ask('Which bird waits for fish?');
  await expect(answer.locator('mark')).toHaveText(HERON);
  await expect(answer.getByRole('note')).toContainText(
    'This is the passage that fits best. For an answer in words, get a larger model.',
  );
  await expect(answer.getByRole('button', { name: /^Download and answer/ })).toBeVisible();
  const document = answer.getByRole('button', { name: 'garden.txt', exact: true });
  // A print has the names of the sources, though they are buttons.
  await page.emulateMedia({ media: 'print' });
  await expect(document).toBeVisible();
  await expect(answer.getByRole('button', { name: 'Copy message' })).toBeHidden();
  // Paper is white, whatever the theme is.
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const scheme = 'getComputedStyle(document.documentElement).colorScheme';
  expect(await page.evaluate(scheme)).toBe('light');
  await page.emulateMedia({ media: null, colorScheme: null });
  await document.click();
  await expect(page.getByRole('dialog', { name: 'garden.txt' }).locator('mark')).toBeVisible();
  await page.keyboard.press('Escape');
  // The exported page carries the passage, its document and the mark.
  await chat.openOptions('Which bird waits for fish?');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export web page' }).click(),
  ]);
  const html = readFileSync(await download.path(), 'utf8').replace(/<\/?span[^>]*>/g, '');
  expect(html).toContain(`<mark>${HERON}</mark> It can stand still for an hour.`);
  expect(html).toContain('garden.txt</figcaption>');
  // Next to a document Guide writes nothing at all.
  const other = await chat.ask('What can you do?');
  await expect(other.getByRole('note')).toBeVisible();
});

test('a task beyond the guide is offered to a model that can try it', async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.open('/chat');
  const answer = await chat.ask('Can you write a birthday poem for my sister?');
  await expect(answer).toContainText('Guide only knows this app.');
  await expect(answer.getByRole('note')).toContainText(/ can try this: about \d+ MB, about /);
  await expect(answer.getByRole('button', { name: /^Download and answer/ })).toBeVisible();
});

test('“Download and answer” answers the question by itself, while another chat is open', async ({
  page,
}) => {
  await chooseHub(page);
  const chat = new ChatPage(page);
  await chat.open('/chat');
  const question = 'Write a haiku on the sea';
  const answer = await chat.ask(question);
  await answer.getByRole('button', { name: 'Download and answer' }).click();
  await page.getByRole('button', { name: 'New chat' }).first().click();
  await expect(chat.row(question)).toBeVisible();
  // The file of the tests answers in its own way: the test needs an answer, and its model.
  await expect(page.getByRole('button', { name: /^Model: / })).toBeVisible();
  await chat.row(question).getByRole('link').click();
  const other = chat.log.getByRole('article', { name: 'Answer by HuggingFaceTB/SmolLM2' });
  await expect(other.getByRole('button', { name: 'Regenerate' })).toBeVisible({ timeout: 120_000 });
  await expect(other).toHaveText(/\w{3}/);
  await expect(chat.log.getByText(question, { exact: true })).toHaveCount(1);
  // The app's own answer is the version before.
  await chat.log.getByRole('button', { name: 'Previous version' }).click();
  await expect(chat.log).toContainText('Guide only knows this app.');
});

test('a hub that cannot be reached is named with the command that needs none, and the question stays', async ({
  page,
}) => {
  await page.route('https://huggingface.co/**', (route) => route.abort('connectionrefused'));
  const chat = new ChatPage(page);
  await chat.open('/chat');
  const answer = await chat.ask('Translate “good morning” into German');
  await answer.getByRole('button', { name: 'Download and answer' }).click();
  await expect(answer.getByRole('button', { name: 'Resume and answer' })).toBeVisible({
    timeout: 60_000,
  });
  await expect(answer).toContainText('huggingface.co cannot be reached.');
  const command = '"npm start -- pull qwen2.5-coder-0.5b" gets a model for every browser';
  await expect(answer).toContainText(command);
  await page.getByRole('navigation').getByRole('link', { name: 'Models' }).first().click();
  await expect(page.getByRole('main')).toContainText('huggingface.co cannot be reached.');
  await expect(page.getByRole('main')).toContainText(command);
});

test('a question about privacy gets the app’s own answer with the count, and where to see it', async ({
  page,
}) => {
  const chat = new ChatPage(page);
  await chat.open('/chat');
  const answer = await chat.ask('Is it true that this stays on my computer? Prove it to me.');
  await expect(answer).toContainText('Yes, it stays here. Models run in this tab.');
  await expect(answer).toContainText('Since you opened it, Alcove sent 0 requests to other sites.');
  await expect(answer.getByRole('listitem')).toHaveCount(2);
  await answer.getByRole('link', { name: 'Show what is stored' }).click();
  await expect(page.getByRole('heading', { name: 'Storage' })).toBeVisible();
  await page.goBack();
  await answer.getByRole('link', { name: 'Show what was sent' }).click();
  await expect(page.getByRole('heading', { name: 'What was sent' })).toBeVisible();
  await expect(page.getByText(/0 requests have left for other sites/)).toBeVisible();
});

test('dictation writes into the composer, and the recording is stored', async ({ page }) => {
  await chooseDigits(page);
  await speakDigits(page);
  const chat = new ChatPage(page);
  await chat.open('/chat');
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await page.locator('body[data-spoken]').waitFor();
  await page.getByRole('button', { name: 'Stop recording' }).click();
  // Words or digits: the model writes either.
  await expect(chat.message).toHaveValue(/\w+ \w+/, { timeout: 60_000 });
  await page.getByRole('link', { name: 'Open in Transcribe' }).click();
  await expect(page.getByRole('heading', { name: /^Recording/ })).toBeVisible();
  await expect(page.getByTestId('segments')).toBeVisible({ timeout: 60_000 });
});

test('a recording without recognised speech is stored, and its note says why', async ({ page }) => {
  await chooseDigits(page);
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      const context = new AudioContext();
      const microphone = context.createMediaStreamDestination();
      const quiet = new GainNode(context, { gain: 0 });
      const source = new OscillatorNode(context);
      source.connect(quiet).connect(microphone);
      source.start();
      source.stop(context.currentTime + 2);
      source.onended = () => document.body.setAttribute('data-spoken', '');
      return microphone.stream;
    };
  });
  const chat = new ChatPage(page);
  await chat.open('/chat');
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await page.locator('body[data-spoken]').waitFor();
  await page.getByRole('button', { name: 'Stop recording' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'No speech was found.' })).toBeVisible({
    timeout: 60_000,
  });
  await page.getByRole('link', { name: 'Open in Transcribe' }).click();
  await expect(page.getByRole('heading', { name: /^Recording/ })).toBeVisible();
});

test('a message that does not fit its model can be attached as a document', async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.open('/chat');
  await chat.message.fill('The heron waits at the river. '.repeat(200));
  const note = page
    .getByRole('status')
    .filter({ hasText: /^Too long for Guide by about [\d,]+ words/ });
  await note.getByRole('button', { name: 'Attach as document' }).click();
  await expect(page.getByRole('button', { name: 'Remove Pasted text.txt' })).toBeVisible({
    timeout: 60_000,
  });
  await expect(chat.message).toHaveValue('');
  await expect(note).toHaveCount(0);
});

test('a question in another script is answered by a note before it is sent', async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.open('/chat');
  await chat.message.fill('请问今天天气怎么样？');
  const note = page.getByRole('status').filter({ hasText: 'Guide understands English only.' });
  await expect(note).toBeVisible();
  await expect(note.getByRole('button', { name: /^Download / })).toBeVisible();
  await chat.message.fill('What is the weather like?');
  await expect(note).toBeHidden();
});

test('Guide says that it speaks English only, in the language of the app', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('alcove-preferences', JSON.stringify({ language: 'de' }));
  });
  await page.goto('/chat');
  await appStarted(page);
  const box = page.getByRole('textbox', { name: 'Nachricht', exact: true });
  await box.fill('Wie kann ich eine Datei transkribieren?');
  await box.press('Enter');
  const answer = page.getByRole('article');
  await expect(answer.last()).toContainText('Guide versteht und schreibt nur Englisch.');
  await expect(answer.last().getByRole('button', { name: /laden/ })).toBeVisible();
  // A question in English is answered as ever.
  await box.fill('How do I transcribe a file?');
  await box.press('Enter');
  await expect(answer.last()).toContainText('Transcribe');
});
