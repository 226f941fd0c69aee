// npm run bench:chat (B5, B9, B10): chats with a decoder of a true shape, against transformers.js'
// pipeline: several concurrently, turn after turn, long answers, repeated text, and answers held to a
// grammar; and against llama.cpp (wllama) with the same weights.
// First argument: the folder made by bench/make_models.py; without it the shipped model is measured.
// --part=concurrent, multi-turn, cpu-decode or grammar: one of them alone.
import { cp } from 'node:fs/promises';
import { serve } from '../scripts/serve.mjs';
import { buildInPage } from './build-in-page.mjs';
import { callInPage } from './call-in-page.mjs';
import { median, openAlcove } from './open-alcove.mjs';
import { compare, createReport } from './report.mjs';

const folder = process.argv.slice(2).find((value) => !value.startsWith('--'));
const only = process.argv.find((value) => value.startsWith('--part='))?.slice('--part='.length);
const REPETITIONS = Number(process.env.REPETITIONS ?? 5);
const model = folder ? 'bench-chat' : 'alcove-guide';
const extra = await buildInPage('chat.ts', 'wllama.mjs');
if (folder) {
  await cp(`${folder}/models`, `${extra}/models`, { recursive: true });
  await cp('node_modules/@wllama/wllama/esm/wasm/wllama.wasm', `${extra}/wllama.wasm`);
}

const { page, context, close } = await openAlcove({ extra });
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
  options: { drafted: 0, cachedBytes: 0 },
});
await call('open', 'pipeline', { who: 'pipeline', model, threads: 1 });
await call('open', 'pipeline 2', { who: 'pipeline', model, threads: 2 });

// B9: prompts of about 64 tokens, answers of 128. The peer answers in sequence, as the chain
// of the library does; ours in sequence is printed next to it.
async function concurrent(count, target) {
  const runs = {};
  const prompts = Array.from({ length: count }, () => [user(30)]);
  const ways = { together: 'plain', 'in line': 'plain', 'pipeline in line': 'pipeline 2' };
  const times = await compare(Object.keys(ways), REPETITIONS, async (way) => {
    const start = performance.now();
    const firsts = [];
    const batches = way === 'together' ? [prompts] : prompts.map((p) => [p]);
    for (const batch of batches) {
      const before = performance.now() - start;
      const { first } = await call('run', ways[way], { prompts: batch, maxTokens: 128 });
      firsts.push(...first.map((ms) => ms + before));
    }
    runs[way] = [...(runs[way] ?? []), Math.max(...firsts)];
    return performance.now() - start;
  });
  for (const [way, list] of Object.entries(times))
    say(`  ${count} chats, ${way}: ${list.shown} ms`);
  const { together } = times;
  const gained = times['pipeline in line'].over(together);
  check(
    `${count} concurrent chats against the pipeline in sequence, as many threads`,
    gained,
    target,
  );
  check('… against ours in line', times['in line'].over(together), target, false);
  const first = median(runs.together) / median(runs['pipeline in line']);
  check(`last first token of ${count}, against in line`, ratio(first), 0.35, true, true);
}

// B5: a further turn of about 32 tokens, the ones before it being known. Each time another one, as
// after an edit of the last message.
async function multiTurn(words, target) {
  const histories = [1, 2].map(() => [user(words), { role: 'assistant', text: 'I see.' }]);
  let prompted = 0;
  const turn = async (who, history) => {
    const turns = [...history, user(12)];
    const { first, promptTokens } = await call('run', who, { prompts: [turns], maxTokens: 2 });
    prompted = promptTokens || prompted;
    return first[0];
  };
  for (const history of histories) {
    await call('run', 'ours', { prompts: [history.slice(0, 1)], maxTokens: 4 });
  }
  const times = await compare(['ours', 'alternating', 'stopped', 'pipeline'], 3, async (who) => {
    if (who === 'alternating') {
      await turn('ours', histories[1]);
      return turn('ours', histories[0]);
    }
    if (who === 'stopped') {
      await call('run', 'ours', { prompts: [histories[0]], maxTokens: 64, stopAfter: 3 });
    }
    return turn(who === 'pipeline' ? who : 'ours', histories[0]);
  });
  const { pipeline } = times;
  say(
    `  a further turn, ${prompted} tokens in all: ${times.ours.shown}, pipeline ${pipeline.shown} ms`,
  );
  check(`first token of a further turn`, pipeline.over(times.ours), target);
  check('… of two chats in turn', pipeline.over(times.alternating), 5);
  check('… after an answer was stopped', pipeline.over(times.stopped), 5);
}

// B10: text without drafts, and text that repeats itself, as that of random weights soon does.
async function cpuDecode() {
  const open = { prompts: [[user(40)]], maxTokens: 96 };
  const wllama = folder ? await openWllama() : null;
  const openTimes = await compare(
    ['plain', 'ours', 'pipeline', 'pipeline 2', ...(wllama ? wllama.names : [])],
    REPETITIONS,
    async (who) => {
      if (wllama?.names.includes(who)) return wllama.run(who, open.prompts[0][0].text, 96);
      const { first, last } = await call('run', who, open);
      return last[0] - first[0];
    },
  );
  for (const [who, times] of Object.entries(openTimes)) say(`  ${who}: ${times.shown} ms`);
  const { plain, ours, pipeline } = openTimes;
  check('open-ended decoding against the default pipeline', pipeline.over(plain), 1.8);
  check('… with as many threads', openTimes['pipeline 2'].over(plain), 1, false);
  check('repeated text, drafted, against the default pipeline', pipeline.over(ours), 2.5);
  if (wllama) {
    const best = wllama.names
      .map((name) => openTimes[name].over(plain))
      .sort((a, b) => a.value - b.value)[0];
    check('open-ended decoding against wllama at its best thread count', best, 1);
    await wllama.close();
  }
}

// B10: grammars that leave the text free cost only themselves; one of them counts its characters. A
// hundredth part is looked for: longer answers, and more of them.
async function grammarCost() {
  const held = (text) => ({
    kind: 'schema',
    name: 'text',
    schema: { type: 'object', properties: { text }, required: ['text'] },
  });
  const ways = {
    free: {},
    held: { format: held({ type: 'string' }) },
    counted: { format: held({ type: 'string', minLength: 500 }) },
  };
  const asked = { prompts: [[user(40)]], maxTokens: 256 };
  const tokens = {};
  const grammar = await compare(Object.keys(ways), 3 * REPETITIONS, async (way) => {
    const { first, last, tokens: count } = await call('run', 'plain', { ...asked, ...ways[way] });
    tokens[way] = count;
    return (last[0] - first[0]) / Math.max(1, count - 1);
  });
  for (const [way, times] of Object.entries(grammar)) {
    say(`  ${way}: ${tokens[way]} tokens, ${times.shown} ms each`);
  }
  const { free } = grammar;
  check('a token held to a grammar against a free one', grammar.held.over(free), 1.03, true, true);
  check('… with counted characters', grammar.counted.over(free), 1.03, false, true);
}

if (!only || only === 'concurrent') {
  await concurrent(4, 2.5);
  await concurrent(8, 3.5);
}
if (!only || only === 'multi-turn') {
  await multiTurn(580, 8);
  await multiTurn(1160, 20);
}
if (!only || only === 'cpu-decode') await cpuDecode();
if (!only || only === 'grammar') await grammarCost();
await close();
end();

/** llama.cpp on a separate origin: its workers come from blobs, which the app's policy forbids. */
async function openWllama() {
  const { server, url } = await serve({
    extra,
    first: async (request, response) => {
      response.removeHeader('content-security-policy');
      if (request.url !== '/') return false;
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><title>wllama</title>');
      return true;
    },
  });
  const other = await context.newPage();
  await other.goto(url);
  const callOther = callInPage(other, 'wllama');
  const names = ['wllama 1', 'wllama 2'];
  for (const [i, name] of names.entries()) {
    await callOther('open', name, `/e2e/models/${model}/model-q8_0.gguf`, i + 1);
  }
  return {
    names,
    run: async (name, prompt, tokens) =>
      (tokens - 1) * (await callOther('run', name, prompt, tokens)),
    async close() {
      await other.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
