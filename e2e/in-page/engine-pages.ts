import type { Check } from './check.ts';

const TRIES_MS = 30_000;
/** The first recording waits for Whisper, 55 MB that a slow engine takes most of a minute to open. */
const FIRST_SPEECH_MS = 90_000;

/** Waits until a function returns a value; fails with the name of the condition. */
async function until<T>(
  what: string,
  find: () => T | null | undefined | false,
  ms = TRIES_MS,
): Promise<T> {
  const start = performance.now();
  for (;;) {
    const found = find();
    if (found) return found;
    if (performance.now() - start > ms) throw new Error(`Not there: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const all = <T extends Element>(selector: string) => [...document.querySelectorAll<T>(selector)];
const withText = <T extends HTMLElement>(selector: string, text: string) =>
  until(`${selector} “${text}”`, () =>
    all<T>(selector).find((e) => (e.getAttribute('aria-label') ?? e.textContent)?.trim() === text),
  );
const labelled = <T extends HTMLElement>(label: string) =>
  until<T>(label, () => document.querySelector<T>(`[aria-label="${label}"]`));

async function openRoom(path: string, heading: string): Promise<void> {
  const link = await until(path, () =>
    document.querySelector<HTMLElement>(`nav a[href$="${path}"]`),
  );
  link.click();
  await until(`heading ${heading}`, () => all('h1').some((h) => h.textContent === heading));
}

/** Types as React's inputs notice it. */
function type(field: HTMLTextAreaElement | HTMLInputElement, text: string): void {
  const prototype = Object.getPrototypeOf(field) as object;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

async function jackson(format: string): Promise<File> {
  const response = await fetch(`/e2e/audio/jackson.${format}`);
  return new File([await response.blob()], `jackson.${format}`);
}

async function transcript(name: string): Promise<void> {
  await until(
    `${name} done`,
    () => all('li').some((li) => li.textContent?.includes(name) && /Done/.test(li.textContent)),
    FIRST_SPEECH_MS,
  );
}

export const PAGE_CHECKS: Check[] = [
  {
    name: 'Chat page: a question is answered',
    async run() {
      const link = await until('Chat', () =>
        document.querySelector<HTMLElement>('nav a[href$="/chat"]'),
      );
      link.click();
      const field = await labelled<HTMLTextAreaElement>('Message');
      type(field, 'How do I transcribe an mp3?');
      (
        await until('Send', () =>
          document.querySelector<HTMLElement>('[aria-label="Send"]:enabled'),
        )
      ).click();
      await until('the answer', () =>
        all('[role="log"] article').some((a) => a.textContent?.includes('Transcribe')),
      );
      await withText('[role="log"] article button', 'Regenerate');
    },
  },
  ...['mp3', 'm4a'].map((format) => ({
    name: `Transcribe page: ${format} by the file field`,
    isFull: format === 'm4a',
    async run() {
      await openRoom('/transcribe', 'Transcribe');
      const field = await labelled<HTMLInputElement>('Audio files');
      const files = new DataTransfer();
      files.items.add(await jackson(format));
      field.files = files.files;
      field.dispatchEvent(new Event('change', { bubbles: true }));
      await transcript(`jackson.${format}`);
    },
  })),
  {
    name: 'Embeddings page: eighty texts are embedded',
    async run() {
      await openRoom('/embeddings', 'Embeddings');
      const door = () => document.querySelector<HTMLElement>('a[href$="?sample"]');
      (await until('the door to the sample', door)).click();
      await until('the texts', () => document.body.textContent?.includes('80 texts · 256'));
    },
  },
  {
    name: 'Developer, Settings and Models pages',
    async run() {
      await openRoom('/developer', 'Developer');
      await withText('button', 'Create key');
      await openRoom('/settings', 'Settings');
      await openRoom('/models', 'Models');
      await until('this device', () => all('h2').some((h) => h.textContent === 'This device'));
      await until('a model', () => document.querySelector('table a[href*="/models/"]'));
    },
  },
];
