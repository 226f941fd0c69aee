// npm run eval:models: measures the embedded models in Chromium on wasm, through /v1, prints a table
// and writes it into the model cards. VERBOSE=1 shows every miss.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createDigitsModel } from '../e2e/digits-model.mjs';
import { median, openAlcove } from './open-alcove.mjs';
import { spearman, wordEdits } from './scoring.mjs';

const only = process.argv[2];
const read = async (name) => JSON.parse(await readFile(`bench/data/${name}`, 'utf8'));
const percent = (part, whole) => `${((100 * part) / whole).toFixed(1)} %`;
const miss = (text) => process.env.VERBOSE && console.log(`  ✖ ${text}`);

/** Calls an exported function of bench/in-page/eval.js in the page. */
const inPage = ({ page, key }, name, ...args) =>
  page.evaluate(
    async ([fn, ...rest]) => (await import(['/e2e', 'eval.js'].join('/')))[fn](...rest),
    [name, key, ...args],
  );

async function evalGuide(alcove) {
  const { known, unknown } = await read('guide-eval.json');
  const questions = [...known.map((k) => k.question), ...unknown];
  const { answers, timed } = await inPage(alcove, 'askAll', questions);
  const declines = (text) => text.includes('do not know');
  const hasFacts = (text, facts) =>
    facts.every((f) => f.some((s) => text.toLowerCase().includes(s.toLowerCase())));
  const sets = { 'held out': [0, 0], other: [0, 0] };
  for (const [i, { set, id, question, facts }] of known.entries()) {
    const { text } = answers[i];
    sets[set][1]++;
    if (!declines(text) && hasFacts(text, facts)) sets[set][0]++;
    else miss(`${set}, ${id}: ${question} → ${text.slice(0, 70)}`);
  }
  const invented = answers
    .slice(known.length)
    .map(({ text }, i) => ({ text, question: unknown[i] }))
    .filter(({ text }) => !declines(text));
  for (const { question, text } of invented) miss(`unrelated: ${question} → ${text.slice(0, 70)}`);
  const declined = unknown.length - invented.length;
  const [right, all] = sets['held out'];
  const rate = median(timed.map((u) => u.completion_tokens_after_first_per_sec));
  const first = median(timed.map((u) => u.time_to_first_token));
  return [
    ['held-out phrasings answered right', percent(right, all), '≥ 90 %', right >= 0.9 * all],
    ['questions written apart from the training patterns', percent(...sets.other), '', true],
    [
      'unrelated questions declined',
      percent(declined, unknown.length),
      '≥ 95 %',
      declined >= 0.95 * unknown.length,
    ],
    ['decode', `${rate.toFixed(0)} tok/s`, '≥ 60', rate >= 60],
    [
      `first token, prompt of ${timed[0].prompt_tokens} tokens`,
      `${(1000 * first).toFixed(0)} ms`,
      '≤ 200 ms',
      first <= 0.2,
    ],
  ];
}

async function evalEmbed(alcove) {
  const rows = parseCsv(await readFile('bench/data/sts-english-dev.csv', 'utf8'));
  const { scores, same } = await inPage(
    alcove,
    'comparePairs',
    rows.map((r) => r[0]),
    rows.map((r) => r[1]),
  );
  const rate = 2000 / median(await inPage(alcove, 'timeSentences'));
  const score = (size) =>
    spearman(
      scores[size],
      rows.map((r) => Number(r[2])),
    );
  return [
    ['Spearman on STS dev, 256 dimensions', score(256).toFixed(3), '≥ 0.78', score(256) >= 0.78],
    ['… 128 dimensions', score(128).toFixed(3), '', true],
    ['… 64 dimensions', score(64).toFixed(3), '', true],
    ['same vector alone and in a batch, cosine', same.toFixed(7), '≥ 0.99999', same >= 0.99999],
    ['sentences of 12 words', `${rate.toFixed(0)} /s`, '≥ 2,000', rate >= 2000],
  ];
}

function scoreStrings(answers) {
  const sum = { edits: 0, words: 0, compared: 0, late: 0, compute: 0, audio: 0 };
  for (const { voice, expected, segments, seconds, took } of answers) {
    const wanted = expected.map(([word]) => word);
    const said = segments.flatMap((s) => s.text.trim().split(/\s+/));
    sum.edits += wordEdits(wanted, said);
    sum.words += wanted.length;
    sum.compute += took;
    sum.audio += seconds;
    if (said.join() === wanted.join() && segments.length === wanted.length) {
      sum.compared += wanted.length;
      const late = expected.filter(([, at], i) => Math.abs(segments[i].start - at) > 0.2);
      sum.late += late.length;
      for (const [word, at] of late) {
        const { start } = segments[expected.findIndex((e) => e[1] === at)];
        miss(
          `${voice}: ${word} begins at ${at.toFixed(2)} of ${seconds.toFixed(2)} s, transcribed at ${start}`,
        );
      }
    } else miss(`${voice}: ${wanted.join(' ')} → ${said.join(' ')}`);
  }
  return sum;
}

async function evalDigits(alcove) {
  const table = await read('digits-eval.json');
  const rows = [];
  for (const [kind, limit] of [
    ['real', 3],
    ['synthetic', 5],
  ]) {
    const flac = (await readFile(`bench/data/digits-${kind}.flac`)).toString('base64');
    const sum = scoreStrings(await inPage(alcove, 'transcribeStrings', flac, table[kind], kind));
    rows.push(
      [
        `word error rate, held-out ${kind} voices`,
        percent(sum.edits, sum.words),
        `≤ ${limit} %`,
        100 * sum.edits <= limit * sum.words,
      ],
      [
        `word starts more than 0.2 s off, ${kind}`,
        `${sum.late} of ${sum.compared}`,
        '0',
        sum.late === 0,
      ],
    );
    if (kind === 'real') {
      const cost = sum.compute / sum.audio;
      rows.push([
        'compute for a second of audio, the request included',
        `${cost.toFixed(3)} s`,
        '≤ 0.1 s',
        cost <= 0.1,
      ]);
    }
  }
  for (const [name, text] of Object.entries(await inPage(alcove, 'transcribeNothing'))) {
    rows.push([
      `words in 60 s of ${name}`,
      String(text.split(/\s+/).filter(Boolean).length),
      '0',
      text === '',
    ]);
  }
  return rows;
}

function parseCsv(text) {
  const cell = /("(?:[^"]|"")*"|[^,]*)(?:,|$)/g;
  const plain = (s) => s.replace(/^"|"$/g, '').replaceAll('""', '"');
  return text
    .trim()
    .split(/\r?\n/)
    .map((line) => [...line.matchAll(cell)].slice(0, 3).map((m) => plain(m[1])));
}

const BEGIN = '<!-- measured by npm run eval:models -->';
const END = '<!-- end of measurements -->';

async function writeCard(id, rows) {
  const folder = id === 'alcove-digits' ? 'e2e/models' : 'public/models';
  const path = `${folder}/${id}/README.md`;
  const card = await readFile(path, 'utf8');
  const lines = rows.map(([name, value, target]) => `| ${name} | ${value} | ${target} |`);
  const table = [
    '| measured in Chromium, wasm, 2 cores | figure | target |',
    '|---|---|---|',
    ...lines,
  ].join('\n');
  const [head, rest = ''] = card.split(BEGIN);
  await writeFile(
    path,
    `${head.trimEnd()}\n\n${BEGIN}\n${table}\n${END}${rest.split(END)[1] ?? '\n'}`,
  );
}

const extra = fileURLToPath(new URL('./in-page', import.meta.url));
const first = await createDigitsModel();
const alcove = await openAlcove({ extra, first });
let missed = 0;
for (const [id, measure] of Object.entries({
  'alcove-guide': evalGuide,
  'alcove-embed': evalEmbed,
  'alcove-digits': evalDigits,
})) {
  if (only && only !== id) continue;
  const rows = await measure(alcove);
  console.log(`\n${id}`);
  for (const [name, value, target, ok] of rows)
    console.log(`  ${ok ? '✓' : '✖'} ${name}: ${value}${target && ` (target ${target})`}`);
  missed += rows.filter(([, , , ok]) => !ok).length;
  await writeCard(id, rows);
}
await alcove.close();
if (!only) {
  const fresh = await openAlcove({ extra, first, settled: false });
  await inPage(fresh, 'askAllThree');
  const seconds = (performance.now() - fresh.openedAt) / 1000;
  await fresh.close();
  console.log(
    `\n${seconds <= 5 ? '✓' : '✖'} all three answer on a cold page: ${seconds.toFixed(1)} s after it opened (target ≤ 5 s)`,
  );
  missed += seconds <= 5 ? 0 : 1;
}
console.log(missed === 0 ? '\nAll targets are met.' : `\n${missed} targets are missed.`);
