// llama.cpp as native code, one peer of peers.mjs and gguf-peers.mjs: node llama-native.mjs FOLDER GGUF [THREADS] < questions.json
// FOLDER has node-llama-cpp in its node_modules. Answers are greedy; prints JSON, milliseconds and processor seconds, and the most
// memory that the process had, the mapped file with it. A question with `positions` gets the next token after each of the text's.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [folder, file, threads = '2'] = process.argv.slice(2);
const entry = createRequire(`${folder}/package.json`).resolve('node-llama-cpp');
const { getLlama } = await import(pathToFileURL(entry).href);
const llama = await getLlama({ gpu: false, build: 'never', logLevel: 'error' });
const model = await llama.loadModel({ modelPath: file });
const context = await model.createContext({
  contextSize: 4096,
  threads: Number(threads),
  batchSize: 512,
});
const sequence = context.getSequence();
const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

function tokensOf(text) {
  const tokens = model.tokenize(text, true);
  const { bos, shouldPrependBosToken } = model.tokens;
  if (shouldPrependBosToken && tokens[0] !== bos) tokens.unshift(bos);
  return tokens;
}

async function answer({ prompt, maxTokens }) {
  await sequence.clearHistory();
  const tokens = tokensOf(prompt);
  const [started, spent] = [performance.now(), cpu()];
  let [first, last] = [0, 0];
  const written = [];
  for await (const token of sequence.evaluate(tokens, { temperature: 0 })) {
    last = performance.now();
    first ||= last;
    written.push(token);
    if (written.length === maxTokens) break;
  }
  const [count, promptTokens, text] = [written.length, tokens.length, model.detokenize(written)];
  const times = { first: first - started, rest: last - first, cpu: cpu() - spent };
  return { ...times, count, promptTokens, text, ids: written };
}

/** The likeliest token after each of the first tokens of a text. */
async function score({ text, positions }) {
  await sequence.clearHistory();
  const tokens = tokensOf(text);
  const ids = tokens.slice(0, positions);
  const generateNext = { token: true, options: { temperature: 0 } };
  const found = await sequence.controlledEvaluate(ids.map((id) => [id, { generateNext }]));
  return { ids, promptTokens: tokens.length, next: found.map(({ next }) => next.token) };
}

const questions = JSON.parse(readFileSync(0, 'utf8'));
await answer({ ...questions[0], maxTokens: 2 });
const answers = [];
for (const question of questions) {
  answers.push(await (question.positions ? score(question) : answer(question)));
}
const peak = 1024 * process.resourceUsage().maxRSS;
console.log(JSON.stringify({ answers, peak }));
process.exit(0);
