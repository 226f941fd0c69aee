// npm run bench:embeddings (B2): texts of mixed lengths, against transformers.js' pipeline as its
// documentation calls it, and in a loop. Without a folder from bench/make_models.py the shipped
// model is measured; with one (first argument) also a MiniLM of the true shape.
import { cp } from 'node:fs/promises';
import { buildInPage } from './build-in-page.mjs';
import { callInPage } from './call-in-page.mjs';
import { openAlcove } from './open-alcove.mjs';
import { compare, createReport } from './report.mjs';

const folder = process.argv[2];
const REPETITIONS = Number(process.env.REPETITIONS ?? 9);
const extra = await buildInPage('embeddings.ts');
if (folder) await cp(`${folder}/models`, `${extra}/models`, { recursive: true });

const { page, close } = await openAlcove({ extra });
const call = callInPage(page, 'embeddings');
const { check, say, end } = createReport();

/** Texts of 4 to 254 words, lognormal with a mean near 39, the same every time. */
function texts(count) {
  let state = 7;
  const random = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return (state + 1) / (2 ** 32 + 1);
  };
  const words = 'the of a city river music people time house water old small light paper'.split(
    ' ',
  );
  return Array.from({ length: count }, () => {
    const normal = Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
    const length = Math.round(Math.min(254, Math.max(4, 27 * Math.exp(0.9 * normal))));
    return Array.from({ length }, () => words[Math.floor(random() * words.length)]).join(' ');
  });
}

const contenders = {
  'ours, 2 threads': { who: 'ours', threads: 2 },
  'array, default': { who: 'array', threads: 1 },
  'loop, default': { who: 'loop', threads: 1 },
  'loop, 2 threads': { who: 'loop', threads: 2 },
};
for (const model of ['alcove-embed', ...(folder ? ['bench-minilm'] : [])]) {
  say(`\n${model}`);
  const name = (contender) => `${model}: ${contender}`;
  for (const [contender, options] of Object.entries(contenders)) {
    await call('open', name(contender), { ...options, model });
  }
  const all = texts(128);
  const lengths = all.map((text) => text.split(' ').length);
  const mean = lengths.reduce((a, b) => a + b, 0) / lengths.length;
  say(`  128 texts, ${mean.toFixed(0)} words on average, ${Math.max(...lengths)} at most`);
  const times = await compare(Object.keys(contenders), REPETITIONS, (contender) =>
    call('run', name(contender), all),
  );
  for (const [contender, list] of Object.entries(times)) say(`  ${contender}: ${list.shown} ms`);
  const [ours, array, loop, equal] = Object.values(times);
  // A static model has next to no arithmetic: what padding costs there is not what the target means.
  const counts = model === 'bench-minilm';
  check('against the documented call with an array', array.over(ours), 10, counts);
  check('against the loop at the default of one thread', loop.over(ours), 1.8, counts);
  check('against the loop at equal threads', equal.over(ours), 1.1, counts);
  const cosine = await call('minCosine', name('ours, 2 threads'), all.slice(0, 48));
  check('cosine of a text alone and among others, the least', { value: cosine }, 0.99999);
}
await close();
end();
