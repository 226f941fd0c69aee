// Tokens per second of one, two and four concurrent answers.
//   node bench/real/together.mjs --hub=FOLDER --model=owner/name [--tokens=48] [--rounds=3]
import { openHubPage } from './open-hub-page.mjs';

const option = (name, otherwise) =>
  process.argv.find((a) => a.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
const model = option('model');
const tokens = Number(option('tokens', 48));
const { page, key, install, close } = await openHubPage(option('hub').split(','));
await install(model);

const TOPICS = ['lighthouses', 'bread', 'rivers', 'chess'];
/** Tokens written per second, between the first token of the last answer that begins and the end of the first. */
const write = (count) =>
  page.evaluate(
    async ([apiKey, name, topics, max]) => {
      const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
      const ask = async (topic) => {
        const messages = [{ role: 'user', content: `Write a long story about ${topic}.` }];
        const body = JSON.stringify({
          model: name,
          messages,
          max_tokens: max,
          stream: true,
          temperature: 0,
        });
        const { body: stream } = await fetch('/v1/chat/completions', {
          method: 'POST',
          headers,
          body,
        });
        const times = [];
        for await (const part of stream.pipeThrough(new TextDecoderStream())) {
          const now = performance.now();
          times.push(...Array.from(part.matchAll(/"content":"[^"]/g), () => now));
        }
        return times;
      };
      const all = await Promise.all(topics.map(ask));
      const from = Math.max(...all.map((times) => times[0]));
      const to = Math.min(...all.map((times) => times.at(-1)));
      const within = all.flat().filter((at) => at > from && at <= to).length;
      return (within * 1000) / (to - from);
    },
    [key, model, TOPICS.slice(0, count), tokens],
  );

await write(1);
const rounds = [];
for (let i = 0; i < Number(option('rounds', 3)); i++) {
  const rates = [];
  for (const count of [1, 2, 4]) rates.push(await write(count));
  rounds.push(rates);
  const [one = 0] = rates;
  console.log(rates.map((rate) => `${rate.toFixed(1)} (${(rate / one).toFixed(2)}×)`).join(', '));
}
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
for (const [i, count] of [1, 2, 4].entries()) {
  const times = median(rounds.map((rates) => rates[i] / rates[0]));
  console.log(
    `${count} at once: ${median(rounds.map((rates) => rates[i])).toFixed(1)} tokens/s, ${times.toFixed(2)}×`,
  );
}
await close();
process.exit(0);
