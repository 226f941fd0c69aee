import { measureInPage } from './in-page.mjs';
import { openHubPage } from './open-hub-page.mjs';

const QUESTIONS = ['Explain why the sky is blue.', 'What is the capital of Australia?'];

/** One row of the table of language models: `real/qwen-<kind>` of a hub, on wasm. */
export async function measureLanguage(folders, kind) {
  const model = `real/qwen-${kind}`;
  const { page, key, install, close } = await openHubPage(folders);
  try {
    await install(model);
    const entry = { task: 'chat', questions: QUESTIONS };
    const step = (what) => page.evaluate(measureInPage, { key, model, what, entry, files: [] });
    const load = await step('load');
    const answers = await step('answers');
    const repeat = await step('repeat');
    const long = await step('long');
    const abort = await step('abort');
    console.log(kind, JSON.stringify({ load, answers, repeat, long, abort }, null, 1));
    const { first, again } = long;
    return [
      kind,
      load.seconds,
      answers.map((answer) => answer.tokensPerSecond).join(', '),
      (first.firstMs / 1000).toFixed(1),
      `${(again.firstMs / 1000).toFixed(1)} (${again.cachedTokens} of ${again.promptTokens})`,
      repeat.same ? 'yes' : 'no',
      abort.freeMs,
    ];
  } finally {
    await close();
  }
}
