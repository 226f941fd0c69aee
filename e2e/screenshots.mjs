// npm run screenshots [-- NAMES]: every page and state at desktop and phone size, on the phone with its keyboard open too,
// light and dark, into screenshots/ (not in git), and screenshots/index.html with all of them side by side.
// Uses the production build and the embedded models.
import { mkdir, readFile } from 'node:fs/promises';
import { openAlcove } from '#bench/open-alcove.mjs';
import { createDigitsModel } from './digits-model.mjs';
import { writeGallery } from './gallery.mjs';
import { createHub } from './hub.mjs';
import { INSPECTOR_STATES } from './inspector-states.mjs';
import { PAGE_STATES } from './page-states.mjs';
import { visit } from './visit.mjs';

const OUT = 'screenshots';
const SIZES = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
  keyboard: { width: 390, height: 430 },
};
const THEMES = ['light', 'dark'];

/** Words the scripted model writes where a state needs them at will. */
const script = (tokens, more = {}) => `#script ${JSON.stringify({ tokens, ...more })}`;
const RICH = [
  'Here is how a **mean** is taken:\n\n```js\n',
  'const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;\n```\n\n',
  '| list | mean |\n|---|---|\n| 1, 2, 3 | 2 |\n| 4, 8 | 6 |\n\n',
  'In signs: $$\\bar x = \\frac{1}{n}\\sum_{i=1}^{n} x_i$$',
];

async function send(page, text) {
  const box = page.getByRole('textbox', { name: 'Message', exact: true });
  await box.fill(text);
  await box.press('Enter');
}

async function ask(page, text) {
  await send(page, text);
  await page
    .getByRole('button', { name: /Regenerate|Try again/ })
    .last()
    .waitFor();
  // Colours and formulas come a moment after the words.
  await page.waitForTimeout(600);
}

async function choose(page, label, pill = /^Model: /) {
  await page.getByRole('button', { name: pill }).click();
  await page.getByRole('menuitemradio', { name: new RegExp(`^${label}`) }).click();
}
const press = (page, name) => page.getByRole('button', { name, exact: true }).first().click();

/** Screenshots by name, with the steps from a fresh page. */
const STATES = {
  'chat-empty': [
    '/chat',
    (page) => page.getByRole('complementary', { name: 'A larger model' }).waitFor(),
  ],
  'chat-reading': [
    '/chat?scripted-models',
    async (page) => {
      await choose(page, 'Scripted chat');
      await ask(page, script(RICH));
      await press(page, 'Read aloud');
      await page.waitForFunction(() => CSS.highlights.has('read-aloud'));
    },
  ],
  'chat-reading-refused': [
    '/chat?scripted-models',
    async (page) => {
      await choose(page, 'Scripted chat');
      await ask(page, script(['Das ist ein Satz, der nicht auf Englisch ist, und noch einer.']));
      await press(page, 'Read aloud');
      await page.getByText('speaks English only').waitFor();
    },
  ],
  'chat-answer': [
    '/chat',
    async (page) => {
      await ask(page, 'What can you do?');
      await ask(page, 'Show me how to call /v1 from JavaScript');
    },
  ],
  'chat-markdown': [
    '/chat',
    async (page) => {
      await choose(page, 'Scripted vision');
      await ask(page, script(RICH));
    },
  ],
  'chat-busy': [
    '/chat',
    async (page) => {
      await choose(page, 'Scripted chat');
      await send(
        page,
        script('Words come one by one and can be stopped. '.repeat(20).match(/\S+ /g), {
          delayMs: 60,
        }),
      );
      await page
        .getByRole('article', { name: /^Answer/ })
        .getByText('can be')
        .first()
        .waitFor();
      await send(page, 'And then?');
      await page.getByText('Queued: And then?').waitFor();
    },
  ],
  'chat-error': [
    '/chat',
    async (page) => {
      await choose(page, 'Scripted chat');
      await ask(page, script(['It begins well, '], { failAfter: 1 }));
    },
  ],
  'chat-document': [
    '/chat',
    async (page) => {
      const text = await readFile('README.md');
      const file = { name: 'README.md', mimeType: 'text/markdown', buffer: text };
      await page.getByLabel('Files', { exact: true }).setInputFiles(file);
      await page.getByRole('button', { name: 'Remove README.md' }).waitFor();
      await ask(page, 'Which Node version do I need?');
    },
  ],
  'chat-tool': [
    '/chat',
    async (page) => {
      await choose(page, 'Scripted chat');
      await press(page, 'Chat settings');
      await press(page, 'Add tool');
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('get_weather');
      await press(page, 'Save tool');
      await press(page, 'Close');
      const call = { name: 'get_weather', arguments: { city: 'Oslo', days: 2 } };
      await ask(page, script([], { tool_calls: [call] }));
    },
  ],
  'chat-compare': [
    '/chat',
    async (page) => {
      await choose(page, 'Guide');
      await press(page, 'Compare two models');
      await choose(page, 'Scripted chat', /^Second model: /);
      await ask(page, 'What is an embedding?');
      await page.getByRole('button', { name: 'Regenerate' }).nth(1).waitFor();
    },
  ],
  'chat-settings': [
    '/chat',
    async (page) => {
      await press(page, 'Chat settings');
      await page.getByRole('textbox', { name: 'System prompt' }).waitFor();
    },
  ],
  'chat-refused-file': [
    '/chat',
    (page) =>
      page
        .getByLabel('Files', { exact: true })
        .setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('x') }),
  ],
  'chat-json': [
    '/chat',
    async (page) => {
      await choose(page, 'Scripted chat');
      await ask(page, script(['{"topic": "chat", "sure": true, "parts": [1, 2]}']));
    },
  ],
  'chat-search': [
    '/chat',
    async (page) => {
      await ask(page, 'What is an embedding?');
      const search = page.getByPlaceholder('Search');
      if (await search.isVisible()) await search.fill('embedding');
    },
  ],
  'model-pill': [
    '/chat',
    async (page) => {
      await page.getByRole('button', { name: /^Model: / }).click();
      await page.getByRole('menuitem', { name: 'Get more models' }).waitFor();
    },
  ],
  palette: [
    '/chat',
    async (page) => {
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').waitFor();
    },
  ],
  help: [
    '/chat',
    async (page) => {
      // In the message box it would be a question mark.
      await page.getByRole('heading', { level: 2 }).click();
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  ],
  models: [
    '/chat',
    async (page) => {
      await ask(page, 'hello');
      await visit(page, '/models');
      await page.getByRole('heading', { name: 'This device', exact: true }).waitFor();
    },
  ],
  'models-catalog': [
    '/settings/service',
    async (page) => {
      const hub = page.getByLabel('Models are downloaded from');
      await hub.fill(`${new URL(page.url()).origin}/hub`);
      await hub.blur();
      await visit(page, '/models');
      await page.getByLabel('Another model from the hub').fill('tests/embed');
      await press(page, 'Check and download');
      await page.getByText('On this device and verified').waitFor();
      await page.getByRole('heading', { name: 'Models to download' }).scrollIntoViewIfNeeded();
    },
  ],
  'models-too-weak': [
    '/chat',
    async (page) => {
      await page.addInitScript(() => {
        if (location.search !== '?weak') return;
        Object.defineProperty(navigator, 'deviceMemory', { value: 0.25 });
      });
      await visit(page, '/models?weak');
      await page.getByText('No', { exact: true }).first().waitFor();
    },
  ],
  ...PAGE_STATES,
  'developer-first-call': [
    '/developer',
    async (page) => {
      await press(page, 'Run');
      await page.getByText('Status 200').waitFor();
    },
  ],
  'developer-keys': [
    '/developer/keys',
    async (page) => {
      await page.getByRole('textbox', { name: 'Key name' }).fill('my app');
      await press(page, 'Create key');
      await page.getByText('Copy this key now').waitFor();
    },
  ],
  'developer-usage': [
    '/developer/usage',
    (page) => page.getByRole('combobox', { name: 'Period' }).waitFor(),
  ],
  'developer-playground': [
    '/developer/playground',
    async (page) => {
      await page.getByRole('combobox', { name: 'Endpoint' }).selectOption('/v1/embeddings');
      await press(page, 'Send');
      await page.getByRole('region', { name: 'Answer' }).waitFor();
    },
  ],
  'developer-reference': [
    '/developer/reference',
    async (page) => {
      await page.getByText('/v1/embeddings').click();
    },
  ],
  settings: ['/settings', (page) => page.getByText('Support').waitFor()],
  'settings-data': [
    '/settings/data',
    (page) => page.getByRole('heading', { name: 'Storage' }).waitFor(),
  ],
  'settings-providers': [
    '/settings/providers',
    (page) => page.getByRole('button', { name: 'Add provider' }).waitFor(),
  ],
  'settings-service': [
    '/settings/service',
    (page) => page.getByText('Service and limits').waitFor(),
  ],
  ...INSPECTOR_STATES,
  'not-found': ['/nowhere', async () => {}],
};

const only = process.argv[2];
await mkdir(OUT, { recursive: true });
for (const [size, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of THEMES) {
    const first = await createDigitsModel(createHub());
    const alcove = await openAlcove({ path: '/?scripted-models', first });
    const { page } = alcove;
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const [name, [path, reach]] of Object.entries(STATES)) {
      if (only && !new RegExp(only).test(name)) continue;
      await visit(page, path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await reach(page);
      await page.screenshot({ path: `${OUT}/${name}-${size}-${colorScheme}.png` });
    }
    await alcove.close();
  }
}
const shown = Object.keys(STATES).filter((name) => !only || new RegExp(only).test(name));
await writeGallery(OUT, shown, Object.keys(SIZES), THEMES);
process.stdout.write(`Pictures are in ${OUT}/, side by side in ${OUT}/index.html.\n`);
