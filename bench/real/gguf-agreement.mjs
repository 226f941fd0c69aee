// Whether a GGUF file gives in the app what it gives in llama.cpp: the part `agreement` of gguf-peers.mjs. Prompts have no chat template,
// answers are greedy. Tokens are compared by the names that the app has for them.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { rendererPeakBytes } from '../../scripts/renderer-memory.mjs';

const MAX_TOKENS = 48;
const PROMPTS = [
  'The sky is blue because',
  'A list of ten animals that live in the sea:\n1.',
  'def is_prime(n):\n    """Returns whether n is a prime number."""\n',
  'Dear Ms Keller,\n\nthank you for your letter of 3 March.',
  'Once upon a time there was a lighthouse keeper who',
];
const [{ texts }] = JSON.parse(
  gunzipSync(readFileSync(new URL('../data/questions.json.gz', import.meta.url))),
);
/**
 * For llama-native.mjs: the prompts, and the beginning of encyclopaedia articles, a word for each position, so that it has more tokens
 * in any vocabulary.
 */
export function agreementQuestions(positions) {
  const text = texts.join('\n\n').split(' ').slice(0, positions).join(' ');
  return [...PROMPTS.map((prompt) => ({ prompt, maxTokens: MAX_TOKENS })), { text, positions }];
}

export const AGREEMENT_HEAD = [
  "tokens of the text, and llama.cpp's",
  'same next token',
  'among the first two',
  'common beginnings of the texts, tokens',
  'peak while converting, MB',
  'peak, MB',
];

/** @returns the cells of a file. `answers`: llama.cpp's to `questions` */
export async function agreementOf({ before, converting, post }, questions, answers) {
  const expected = answers.slice(0, PROMPTS.length).map(({ ids }) => ids);
  const { ids, next, promptTokens } = answers.at(-1);
  const written = [];
  for (const prompt of PROMPTS) {
    const { choices } = await post({ prompt, max_tokens: MAX_TOKENS, logprobs: 1 });
    written.push(choices[0].logprobs?.tokens ?? []);
  }
  const { usage } = await post({ prompt: questions.at(-1).text, max_tokens: 1 });
  // Scoring needs more memory than writing does: logits of each position.
  const peak = rendererPeakBytes() - before;

  const scored = await score(post, ids, 1);
  const names = new Map(ids.map((id, at) => [id, scored.tokens[at]]));
  const others = [...new Set([...next, ...expected.flat()])].filter((id) => !names.has(id));
  const { tokens } = await score(post, others, 0);
  for (const [at, id] of others.entries()) names.set(id, tokens[at]);
  const named = (all) => all.map((id) => names.get(id));
  // The entry of a token has the likeliest tokens in its place: after the token before it.
  const likely = scored.top_logprobs.slice(1, ids.length + 1).map(byLikelihood);
  const ranks = named(next).map((name, at) => likely[at].indexOf(name));
  report(ranks, named(next), likely);
  const common = expected.map((one, at) => commonLength(named(one), written[at]));
  return [
    `${usage.prompt_tokens} and ${promptTokens}`,
    share(ranks, (rank) => rank === 0),
    share(ranks, (rank) => rank === 0 || rank === 1),
    `${common.join(', ')} of ${expected.map(({ length }) => length).join(', ')}`,
    ...[converting, peak].map((bytes) => (bytes / 1e6).toFixed(0)),
  ];
}

/** The likeliest tokens in the place of each token, and the names of tokens in the app. */
async function score(post, prompt, maxTokens) {
  const { choices } = await post({ prompt, max_tokens: maxTokens, echo: true, logprobs: 2 });
  return choices[0].logprobs;
}

const byLikelihood = (top) =>
  Object.entries(top)
    .sort(([, a], [, b]) => b - a)
    .map(([name]) => name);

/** How many tokens two texts have in common from the start on. */
function commonLength(expected, found) {
  const at = expected.findIndex((name, i) => name !== found[i]);
  return at < 0 ? expected.length : at;
}

function share(values, isCounted) {
  const count = values.filter(isCounted).length;
  return `${((100 * count) / values.length).toFixed(1)} %`;
}

/** Prints the places where they differ. */
function report(ranks, expected, likely) {
  for (const [at, rank] of ranks.entries()) {
    if (rank !== 0) console.error(at, JSON.stringify(expected[at]), JSON.stringify(likely[at]));
  }
}
