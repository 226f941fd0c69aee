// Memory of the browser's renderers while a model of a hub is loaded, read into and written with.
//   node bench/real/memory.mjs --hub=FOLDER,… --model=owner/name
import { rendererBytes } from '../../scripts/renderer-memory.mjs';
import { measureInPage } from './in-page.mjs';
import { openHubPage } from './open-hub-page.mjs';

const option = (name, otherwise) =>
  process.argv.find((a) => a.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
const megabytes = () => Math.round(rendererBytes() / 1e6);

const model = option('model');
const { page, key, install, close } = await openHubPage(option('hub').split(','));
try {
  await install(model);
  const entry = { task: 'chat', questions: ['What is the capital of Australia?'] };
  const step = (what) => page.evaluate(measureInPage, { key, model, what, entry, files: [] });
  const before = megabytes();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, megabytes());
  }, 100);
  const load = await step('load');
  const [loadedPeak, loaded] = [peak, megabytes()];
  const [answer] = await step('answers');
  const long = option('long') ? await step('long') : null;
  clearInterval(watch);
  const { fileBytes, memoryBytes } = await page.evaluate(async (id) => {
    const { data } = await (await fetch('/v1/models')).json();
    const { slots } = await alcove.status();
    const { memoryBytes: predicted } = slots.find((slot) => slot.model === id);
    return {
      fileBytes: data.find((card) => card.id === id).sn_metadata.size_bytes,
      memoryBytes: predicted,
    };
  }, model);
  const figures = {
    model,
    file: Math.round(fileBytes / 1e6),
    predicted: Math.round(memoryBytes / 1e6),
    before,
    peakGrowth: loadedPeak - before,
    growth: loaded - before,
    answeredPeakGrowth: peak - before,
    answered: megabytes() - before,
    seconds: load.seconds,
    text: answer.text,
    long,
  };
  console.log(JSON.stringify(figures, null, 1));
} finally {
  await close();
}
process.exit(0);
