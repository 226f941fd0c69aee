// npm run eval:lists: "List all …" over 35 files with planted facts, asked in the app's chat: the share of the facts that is found, lines
// that are none of them, lines that do not stand in their file, time and tokens.
//   --hub=FOLDER,… --model=owner/name   a model of a folder hub (bench/real/fetch.py builds one), or
//   --gguf=FILE                         a GGUF file; without either the models in the box answer
//   --kinds=deadlines,payments,accidents,absences
//   --files=35
import { KINDS, plantFacts } from '../planted-facts.mjs';
import { linkFiles } from './link-files.mjs';
import { openHubPage } from './open-hub-page.mjs';

const option = (name, otherwise) =>
  process.argv.find((a) => a.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
const kinds = option('kinds', Object.keys(KINDS).join(',')).split(',');
const { files, planted } = plantFacts({ files: Number(option('files', 35)) });

const linked = option('gguf', null) && (await linkFiles([option('gguf')]));
const hubs = option('hub', '').split(',').filter(Boolean);
const { page, url, install, installFile, close } = await openHubPage(
  linked ? [linked.folder] : hubs,
);
let isGood = true;
try {
  const model = linked
    ? await installFile(linked.models[0].repository, linked.models[0].file)
    : option('model', null);
  if (model && !linked) await install(model);
  await page.goto(`${url}/chat`);
  const message = page.getByRole('textbox', { name: 'Message', exact: true });
  await message.waitFor();
  await page.waitForSelector('#root[inert]', { state: 'detached' });
  if (model) {
    await page.getByRole('button', { name: /^Model: / }).click();
    const title = page.getByText(model.split('/')[1], { exact: true });
    await page.getByRole('menuitemradio').filter({ has: title }).click();
  }
  await page
    .getByLabel('Files', { exact: true })
    .setInputFiles(
      files.map(({ name, text }) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })),
    );
  await page.getByRole('button', { name: `${files.length} files` }).waitFor({ timeout: 120_000 });
  console.log(
    '| question | way | facts | found | share | other lines | not in their file | lines read | tokens | seconds |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
  );
  for (const [i, kind] of kinds.entries()) {
    await message.fill(KINDS[kind].question);
    await message.press('Enter');
    const answer = page.getByRole('article', { name: /^Answer by/ }).nth(i);
    const all = answer.getByRole('button', { name: 'Read everything' });
    const done = answer.getByRole('button', { name: 'Regenerate' });
    await all.or(done).waitFor({ timeout: 600_000 });
    if (await all.isVisible()) {
      console.error(await answer.textContent());
      await all.click();
    }
    await done.waitFor({ timeout: 3_600_000 });
    const { sources, listing } = await lastAnswer();
    const textOf = new Map(files.map(({ name, text }) => [name, text]));
    const invented = sources.filter(
      ({ documentName, start, end, text }) => textOf.get(documentName)?.slice(start, end) !== text,
    );
    const isFound = ({ file, text }) =>
      sources.some((line) => line.documentName === file && line.text.includes(text));
    const found = planted[kind].filter(isFound);
    const isFact = (line) =>
      planted[kind].some(
        ({ file, text }) => line.documentName === file && line.text.includes(text),
      );
    const others = sources.filter((line) => !isFact(line));
    const share = found.length / planted[kind].length;
    console.log(
      `| ${[kind, listing.isJudged ? model : 'words and meaning', planted[kind].length, found.length, `${(100 * share).toFixed(0)} %`, others.length, invented.length, listing.read, listing.tokens, listing.seconds.toFixed(0)].join(' | ')} |`,
    );
    if (process.argv.includes('-v')) {
      for (const { text } of planted[kind].filter((fact) => !isFound(fact)))
        console.error(`- ${text}`);
      for (const { text } of others) console.error(`+ ${text}`);
    }
    isGood &&= invented.length === 0 && (!model || share >= 0.95);
  }
} finally {
  await close();
  await linked?.remove();
}
process.exit(isGood ? 0 : 1);

/** The newest answer as it is stored. */
function lastAnswer() {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('alcove');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const reading = database.transaction('messages').objectStore('messages').getAll();
          reading.onsuccess = () => {
            database.close();
            const answers = reading.result.filter(({ role }) => role === 'assistant');
            resolve(answers.sort((a, b) => a.createdAt - b.createdAt).at(-1));
          };
        };
      }),
  );
}
