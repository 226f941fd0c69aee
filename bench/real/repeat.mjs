// Whether a model's answers repeat: asked first, asked again, and next to another chat.
//   node bench/real/repeat.mjs --hub=FOLDER --model=owner/name [--from=0] [--count=50] [--tokens=12]
import { openHubPage } from './open-hub-page.mjs';

const option = (name, otherwise) =>
  process.argv.find((a) => a.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
const model = option('model');
const from = Number(option('from', 0));
const count = Number(option('count', 50));
const maxTokens = Number(option('tokens', 12));
const { page, key, install, close } = await openHubPage(option('hub').split(','));
await install(model);

const TOPICS = 'lighthouses bread rivers chess violins bridges bees glass maps snow'.split(' ');
const ASKS = [
  'Explain',
  'Write a poem about',
  'List three facts about',
  'Tell a joke about',
  'Ask me about',
];
// Long enough that a part of it is cached.
const RULES = Array.from(
  { length: 14 },
  (_, i) => `Rule ${i + 1}: answer briefly and name your source.`,
).join(' ');
const prompts = ASKS.flatMap((ask) => TOPICS.map((topic) => `${RULES}\n\n${ask} ${topic}.`)).slice(
  from,
  from + count,
);

const ask = (content, more) =>
  page.evaluate(
    async ([apiKey, body]) => {
      const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      const answer = await (await fetch('/v1/chat/completions', init)).json();
      const { choices, usage, system_fingerprint: fingerprint, error } = answer;
      if (error) throw new Error(JSON.stringify(error));
      const cached = usage.prompt_tokens_details.cached_tokens;
      return { text: choices[0].message.content, cached, fingerprint };
    },
    [key, { model, messages: [{ role: 'user', content }], max_tokens: maxTokens, ...more }],
  );

let same = 0;
for (const [at, prompt] of prompts.entries()) {
  const i = from + at;
  const more = i % 2 ? { temperature: 1, seed: i } : { temperature: 0 };
  const first = await ask(prompt, more);
  const again = await ask(prompt, more);
  const [together] = await Promise.all([
    ask(prompt, more),
    ask('List ten animals.', { temperature: 0 }),
  ]);
  const isSame = first.text === again.text && first.text === together.text;
  same += isSame ? 1 : 0;
  console.log(
    i + 1,
    isSame ? 'same' : JSON.stringify([first.text, again.text, together.text]),
    first.cached,
    again.cached,
    first.fingerprint,
  );
}
console.log(`${same} of ${prompts.length} the same`);
await close();
process.exit(0);
