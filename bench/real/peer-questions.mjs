const WORDS = 'the of a city river music people time house water old small light paper'.split(' ');

/** Common words, others for each `seed`. */
const filler = (count, seed) =>
  Array.from({ length: count }, (_, i) => WORDS[(i * 7 + (i >> 3) + seed) % WORDS.length]).join(
    ' ',
  );

const PASSAGE = `The keeper of the lighthouse climbed the stairs every evening, one hundred and twelve of them, with a can of oil
in his left hand. He lit the lamp, wound the clockwork that turned it, and wrote the hour into a book. Ships passed far
out; he knew most of them by their lights. On clear nights he stayed a while and read. In the morning he put out the lamp,
cleaned the glass with a soft cloth, and went down to feed the goat.`;

/** What peers.mjs asks: an open answer, one that copies, and prompts of about 97 and 933 tokens with the chat template. */
export function chatQuestions() {
  return {
    warmUp: 'Name a colour.',
    counted: [
      { question: 'Explain why the sky is blue.', maxTokens: 96 },
      { question: `Repeat this text word for word:\n\n${PASSAGE}`, maxTokens: 110 },
      { question: `Which of these is a liquid: ${filler(60, 3)}?`, maxTokens: 2 },
      { question: `Sort: ${filler(896, 5)}.`, maxTokens: 2 },
    ],
  };
}

/** A text of `words` words, for models without a template. */
export const longPrompt = (words) => `Words: ${filler(words, 5)}. The first word is`;

/** The prompt that the chat template of Qwen2.5 makes of a question. */
export function toPrompt(question) {
  const system = 'You are Qwen, created by Alibaba Cloud. You are a helpful assistant.';
  const turns = [`system\n${system}`, `user\n${question}`];
  return `${turns.map((turn) => `<|im_start|>${turn}<|im_end|>\n`).join('')}<|im_start|>assistant\n`;
}
