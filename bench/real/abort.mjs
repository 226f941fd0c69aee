// Milliseconds until a model is free again after an abort while it reads a prompt of 1,500 words, and whether it stays loaded.
//   node bench/real/abort.mjs --hub=FOLDER,… --model=owner/name [--count=8]
import { measureInPage } from './in-page.mjs';
import { openHubPage } from './open-hub-page.mjs';

const option = (name, otherwise) =>
  process.argv.find((a) => a.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
const model = option('model');
const { page, key, install, close } = await openHubPage(option('hub').split(','));
try {
  await install(model);
  const entry = { task: 'chat', questions: ['What is the capital of Australia?'] };
  const step = (what) => page.evaluate(measureInPage, { key, model, what, entry, files: [] });
  await step('load');
  const [before] = await step('answers');
  const aborts = [];
  for (let i = 0; i < Number(option('count', 8)); i++) aborts.push(await step('abort'));
  const [after] = await step('answers');
  console.log(aborts.map(({ freeMs, ended, state }) => `${freeMs} ${ended} ${state}`).join('\n'));
  console.log(
    before.text === after.text ? 'same answer' : [before.text, after.text],
    before,
    after,
  );
} finally {
  await close();
}
process.exit(0);
