// npm run bench:chat (B5, B9, B10): chats with a decoder of a true shape, against transformers.js'
// pipeline: several at once, turn after turn, long answers, copying, and answers held to a grammar.
// First argument: the folder made by bench/make_models.py; without it the shipped model is measured.
import { cp } from 'node:fs/promises';
import { buildInPage } from './build-in-page.mjs';
import { callInPage } from './call-in-page.mjs';
import { median, openAlcove } from './open-alcove.mjs';
import { compare, createReport } from './report.mjs';

const folder = process.argv[2];
const REPETITIONS = Number(process.env.REPETITIONS ?? 5);
const model = folder ? 'bench-chat' : 'alcove-guide';
const extra = await buildInPage('chat.ts');
if (folder) await cp(`${folder}/models`, `${extra}/models`, { recursive: true });

const { page, close } = await openAlcove({ extra });
const call = callInPage(page, 'chat');
const { check, say, end } = createReport();
const WORDS = 'the of a city river music people time house water old small light paper'.split(' ');
let state = 7;
const word = () => {
  state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
  return WORDS[Math.floor((state / 2 ** 32) * WORDS.length)];
};
const user = (words) => ({ role: 'user', text: Array.from({ length: words }, word).join(' ') });
const ratio = (value) => ({ value });

say(`\n${model}`);
await call('open', 'ours', { who: 'ours', model, threads: 2 });
// Without drafts and without what earlier requests left: random weights soon repeat themselves.
await call('open', 'plain', {
  who: 'ours',
  model,
  threads: 2,
  options: { drafted: 0, keptBytes: 0 },
});
await call('open', 'pipeline', { who: 'pipeline', model, threads: 1 });
await call('open', 'pipeline 2', { who: 'pipeline', model, threads: 2 });

// B9: the peer answers one after the other, as every library with one lock does.
for (const [count, target] of [
  [4, 2.5],
  [8, 3.5],
]) {
  const runs = {};
  const prompts = Array.from({ length: count }, () => [user(56)]);
  const times = await compare(['together', 'in line'], REPETITIONS, async (way) => {
    const start = performance.now();
    const firsts = [];
    const batches = way === 'together' ? [prompts] : prompts.map((p) => [p]);
    for (const batch of batches) {
      const before = performance.now() - start;
      const { first } = await call('run', 'plain', { prompts: batch, maxTokens: 96 });
      firsts.push(...first.map((ms) => ms + before));
    }
    runs[way] = [...(runs[way] ?? []), Math.max(...firsts)];
    return performance.now() - start;
  });
  const gained = times['in line'].over(times.together);
  check(`${count} chats at once against one after the other`, gained, target);
  const first = median(runs.together) / median(runs['in line']);
  check(`last first token of ${count}, against in line`, ratio(first), 0.35, true, true);
}

// B5: a further turn, the ones before it being known.
for (const [words, target] of [
  [900, 8],
  [1800, 20],
]) {
  const history = [user(words), { role: 'assistant', text: 'I see.' }];
  await call('run', 'ours', { prompts: [history.slice(0, 1)], maxTokens: 4 });
  const times = await compare(['ours', 'pipeline'], 3, async (who) => {
    const turns = [...history, user(28)];
    const { first } = await call('run', who, { prompts: [turns], maxTokens: 2 });
    return first[0];
  });
  check(
    `first token of a further turn after ${words} words`,
    times.pipeline.over(times.ours),
    target,
  );
}

// B10: open-ended text, and text that copies.
const open = { prompts: [[user(40)]], maxTokens: 96 };
const openTimes = await compare(
  ['plain', 'ours', 'pipeline', 'pipeline 2'],
  REPETITIONS,
  async (who) => {
    const { first, last } = await call('run', who, open);
    return last[0] - first[0];
  },
);
check(
  'open-ended decoding against the default pipeline',
  openTimes.pipeline.over(openTimes.ours),
  1.8,
);
check('… with as many threads', openTimes['pipeline 2'].over(openTimes.ours), 1, false);

// A grammar that leaves the text free costs only itself.
const schema = {
  type: 'object',
  properties: { text: { type: 'string', minLength: 500 } },
  required: ['text'],
};
const held = { kind: 'schema', name: 'text', schema };
await call('open', 'plain', {
  who: 'ours',
  model,
  threads: 2,
  options: { drafted: 0, keptBytes: 0 },
});
const tokens = {};
const grammar = await compare(['free', 'held'], REPETITIONS, async (way) => {
  const what = { ...open, ...(way === 'held' ? { format: held } : {}) };
  const { first, last, tokens: count } = await call('run', 'plain', what);
  tokens[way] = count;
  return (last[0] - first[0]) / Math.max(1, count - 1);
});
say(
  `  ${tokens.free} free tokens, ${tokens.held} held ones; ms a token: ${grammar.free.shown}, ${grammar.held.shown}`,
);
check(
  'time of a token held to a grammar against a free one',
  grammar.held.over(grammar.free),
  1.03,
  true,
  true,
);
await close();
end();
