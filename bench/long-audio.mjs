// npm run bench:long-audio (B3): ten minutes of spoken digits, about a third of them silence, against
// transformers.js' pipeline with chunks of 30 s that overlap by 5 s, as browser demos call it.
// MINUTES=60 for an hour. The words are known, so both are also scored.
import { readFileSync } from 'node:fs';
import { createDigitsModel } from '../e2e/digits-model.mjs';
import { buildInPage } from './build-in-page.mjs';
import { callInPage } from './call-in-page.mjs';
import { median, openAlcove } from './open-alcove.mjs';
import { compare, createReport } from './report.mjs';
import { wordEdits } from './scoring.mjs';
import { makeTrack } from './spoken-track.mjs';

const REPETITIONS = Number(process.env.REPETITIONS ?? 3);
const MINUTES = Number(process.env.MINUTES ?? 10);
const { check, say, end } = createReport();

const { path, words } = makeTrack(MINUTES, 'flac', []);
const flac = readFileSync(path).toString('base64');
const extra = await buildInPage('long-audio.ts');
const { page, close } = await openAlcove({ extra, first: await createDigitsModel() });
const call = callInPage(page, 'long-audio');
const seconds = await call('take', flac);
say(`${(seconds / 60).toFixed(1)} minutes, ${words.length} words`);

const contenders = {
  'ours, 2 threads': { who: 'ours', threads: 2 },
  'pipeline, default of 1 thread': { who: 'peer', threads: 1 },
  'pipeline, 2 threads': { who: 'peer', threads: 2 },
};
const texts = {};
for (const [name, options] of Object.entries(contenders)) await call('open', name, options);
const single = [];
const first = [];
const times = await compare(Object.keys(contenders), REPETITIONS, async (name) => {
  const { text, ms, firstMs, firstSeconds } = await call('run', name);
  texts[name] = text;
  if (name.startsWith('ours')) {
    first.push(firstMs);
    single.push((await call('run', name, firstSeconds)).ms);
  }
  return ms;
});
for (const [name, list] of Object.entries(times)) {
  const edits = wordEdits(words, texts[name].trim().split(/\s+/));
  say(
    `  ${name}: ${list.shown} ms, word error rate ${((100 * edits) / words.length).toFixed(1)} %`,
  );
}
const [ours, standard, equal] = Object.values(times);
const rate = (name) => (100 * wordEdits(words, texts[name].trim().split(/\s+/))) / words.length;
const [mine, theirs] = Object.keys(contenders).map(rate);
check('against the pipeline at its default of one thread', standard.over(ours), 4);
check('against the pipeline at equal threads', equal.over(ours), 2.5);
check(
  'first words, in times of that first window alone',
  { value: median(first) / median(single) },
  1.3,
  true,
  true,
);
check('word error rate beyond the pipeline’s, points', { value: mine - theirs }, 0.3, true, true);
await close();
end();
