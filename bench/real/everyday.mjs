// A hundred everyday requests, answered through /v1 in Chromium by models that are installed from GGUF files, and judged without names.
//   npm run eval:everyday -- answer --gguf=FILE[,FILE] --out=ANSWERS.json [--skip=0] [--count=100]
//     asks what ANSWERS.json does not have yet
//   npm run eval:everyday -- shuffle --out=ANSWERS.json --sheet=SHEET.json     answers by number, without the models' names
//   npm run eval:everyday -- count --out=ANSWERS.json --sheet=SHEET.json --marks=MARKS.json   {number: "useful" | "partly" | "not"}
// The requests and the references are people's (bench/data/everyday-requests.json, NOTICE). Sampling is the app's own for the model,
// the seed is the request's place in the list, and an answer has 256 tokens at most.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tableOf } from './eval-page.mjs';
import { linkFiles } from './link-files.mjs';
import { openHubPage } from './open-hub-page.mjs';

const option = (name, otherwise = null) =>
  process.argv.find((a) => a.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
const write = (path, value) => writeFileSync(path, `${JSON.stringify(value, null, 1)}\n`);

const REQUESTS = read(new URL('../data/everyday-requests.json', import.meta.url));
const MARKS = ['useful', 'partly', 'not'];
const SEED = 2026;
/** What a chat with the recommended model begins with (src/catalog/recipes.ts). */
const SAMPLING = { temperature: Number(option('temperature', 0.3)), max_tokens: 256 };

const parts = { answer, shuffle, count };
const part = parts[process.argv[2]];
if (!part) {
  console.error('Name what to do: npm run eval:everyday -- answer | shuffle | count …');
  process.exit(2);
}
await part();
process.exit(0);

async function answer() {
  const out = option('out');
  const answers = existsSync(out) ? readAnswers() : [];
  // Every other one first: half of them is a sample of all.
  const seeded = REQUESTS.map((one, seed) => ({ ...one, seed }));
  const ordered = [0, 1].flatMap((odd) => seeded.filter(({ seed }) => seed % 2 === odd));
  const skipped = Number(option('skip', 0));
  const asked = ordered.slice(skipped, skipped + Number(option('count', REQUESTS.length)));
  const files = option('gguf', '').split(',').filter(Boolean);
  const linked = await linkFiles(files);
  const hub = await openHubPage([linked.folder]);
  try {
    for (const { name, repository, file } of linked.models) {
      const model = await hub.installFile(repository, file);
      for (const { id, request, seed } of asked) {
        if (answers.some((one) => one.model === name && one.id === id)) continue;
        const { error, ...given } = await ask(hub, model, request, seed);
        if (error) {
          console.error(`${name}, ${id}: ${error}; the next run asks again.`);
          continue;
        }
        answers.push({ model: name, id, ...given });
        write(out, answers);
      }
    }
  } finally {
    await hub.close();
    await linked.remove();
  }
}

function ask({ page, key }, model, content, seed) {
  const body = { model, messages: [{ role: 'user', content }], seed, ...SAMPLING };
  return page.evaluate(
    async ([apiKey, sent]) => {
      const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(sent) };
      const { choices, error } = await (await fetch('/v1/chat/completions', init)).json();
      if (error) return { error: error.message };
      return { text: choices[0].message.content, finish: choices[0].finish_reason };
    },
    [key, body],
  );
}

/** Answers to a request next to each other, their order by chance; the same file of answers gives the same sheet. */
function shuffle() {
  const answers = readAnswers();
  const random = generator(SEED);
  const sheet = REQUESTS.map(({ id, request, reference }) => {
    const given = answers.filter((one) => one.id === id);
    return { id, request, reference, answers: inAnyOrder(given, random) };
  }).filter((one) => one.answers.length > 0);
  let number = 0;
  const numbered = sheet.map((one) => ({
    ...one,
    answers: one.answers.map(({ text, finish }) => ({ number: ++number, text, finish })),
  }));
  write(option('sheet'), { of: hashOf(answers), requests: numbered });
}

/** The names return: which number was whose follows from the same seed. */
function count() {
  const answers = readAnswers();
  const marks = read(option('marks'));
  if (read(option('sheet')).of !== hashOf(answers))
    throw new Error('The sheet is of other answers: its numbers would name other models.');
  const random = generator(SEED);
  const counts = {};
  let number = 0;
  for (const { id } of REQUESTS) {
    for (const { model } of inAnyOrder(
      answers.filter((one) => one.id === id),
      random,
    )) {
      const mark = marks[++number];
      if (!MARKS.includes(mark)) throw new Error(`Answer ${number} has no mark.`);
      counts[model] ??= { useful: 0, partly: 0, not: 0 };
      counts[model][mark] += 1;
    }
  }
  const rows = Object.entries(counts).map(([model, one]) => [model, ...MARKS.map((m) => one[m])]);
  console.log(tableOf([['model', ...MARKS], ...rows]));
}

/** Without errors, which earlier versions wrote down as answers. */
function readAnswers() {
  return read(option('out')).filter(({ finish }) => finish !== 'error');
}

function hashOf(answers) {
  return createHash('sha256').update(JSON.stringify(answers)).digest('hex');
}

function inAnyOrder(list, random) {
  return list
    .map((one) => ({ one, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one);
}

/** Numbers from 0 to 1 that a seed repeats. */
function generator(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
