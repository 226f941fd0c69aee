// npm run bench:inspector: what recording costs a stream (its rate and its first token, recorded and not, in turns), and how the
// list of 10,000 requests scrolls and opens one. On a quiet machine. The rate is of the fastest model in the box; a script in the
// place of a model shows the microseconds a token.
import { median, openAlcove } from './open-alcove.mjs';
import { compare, createReport } from './report.mjs';

const REPETITIONS = Number(process.env.REPETITIONS ?? 15);
/** Tokens of a stream whose rate is measured, without a pause between them: with its script, as many as the context has room for. */
const TOKENS = 1_900;
const MODEL = 'scripted-vision';
/** The fastest chat model that ships, and answers of it in a row, a few thousand tokens together. */
const REAL_MODEL = 'alcove-guide';
const ANSWERS = 12;
/** Streams whose first token is measured, one after the other. */
const FIRSTS = 40;
const ROWS = 9_900;

const { check, say, end } = createReport();
const { page, key, url, close } = await openAlcove({ path: '/?scripted-models' });

/** A stream of `body`, of which `begin` is the first text. @returns milliseconds to the first content and to the end, and tokens */
const stream = (body, begin = '') =>
  page.evaluate(
    async ([apiKey, sent, text]) => {
      const began = performance.now();
      const response = await fetch('/v1/chat/completions', {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...sent, stream: true, stream_options: { include_usage: true } }),
      });
      // A refusal is quick, recorded or not: it measures nothing.
      if (!response.ok) throw new Error(await response.text());
      const decoder = new TextDecoder();
      let first = 0;
      let last = '';
      for await (const bytes of response.body) {
        last = decoder.decode(bytes);
        if (!first && last.includes(`"content":"${text}`)) first = performance.now() - began;
      }
      const tokens = Number(/"completion_tokens":(\d+)/.exec(last)?.[1]);
      return { first, whole: performance.now() - began, tokens };
    },
    [key, body, begin],
  );

/** A stream of scripted tokens. */
const scripted = (count) => {
  const script = { tokens: Array.from({ length: count }, (_, i) => `${i} `) };
  const content = `#script ${JSON.stringify(script)}`;
  return stream({ model: MODEL, max_tokens: count, messages: [{ role: 'user', content }] }, '0');
};

/** Milliseconds a token of a model that computes. */
async function generate() {
  let ms = 0;
  let tokens = 0;
  for (let i = 0; i < ANSWERS; i++) {
    const messages = [{ role: 'user', content: 'How do I call the API?' }];
    const answer = await stream({ model: REAL_MODEL, temperature: 0, messages });
    ms += answer.whole;
    tokens += answer.tokens;
  }
  return ms / tokens;
}

let mode = null;

/** Turns recording on or off, where it is not already. */
async function record(wanted) {
  if (mode === wanted) return;
  mode = wanted;
  await page.getByLabel('Headers and bodies').selectOption(wanted);
  await page.waitForTimeout(300);
}

await page.goto(`${url}/developer/requests`);
await page.getByText(/^Recording: /).click();
const modes = { off: 'off', recorded: 'programs' };
const rate = await compare(Object.keys(modes), REPETITIONS, async (name) => {
  await record(modes[name]);
  return generate();
});
const rates = Object.values(rate).map(({ times }) => (1_000 / median(times)).toFixed(0));
say(`${REAL_MODEL}: off ${rates[0]} tokens/s, recorded ${rates[1]}`);
check(
  'time of a recorded token, of one that is not',
  rate.recorded.over(rate.off),
  1.02,
  true,
  true,
);

const bare = await compare(Object.keys(modes), REPETITIONS, async (name) => {
  await record(modes[name]);
  return (await scripted(TOKENS)).whole;
});
const perToken = (1_000 * (median(bare.recorded.times) - median(bare.off.times))) / TOKENS;
say(`${TOKENS} scripted tokens: off ${bare.off.shown} ms, recorded ${bare.recorded.shown} ms`);
say(`recording costs ${perToken.toFixed(1)} µs a token`);

const first = await compare(Object.keys(modes), REPETITIONS, async (name) => {
  await record(modes[name]);
  const times = [];
  for (let i = 0; i < FIRSTS; i++) times.push((await scripted(2)).first);
  return median(times);
});
const later = median(first.recorded.times) - median(first.off.times);
say(`first token: off ${median(first.off.times)} ms, recorded ${median(first.recorded.times)} ms`);
check('first token later, ms', { value: later }, 0.3, true, true);

await page.evaluate(
  (count) =>
    new Promise((resolve) => {
      const opening = indexedDB.open('alcove');
      opening.onsuccess = () => {
        const work = opening.result.transaction('usage', 'readwrite');
        for (let i = 0; i < count; i++) {
          work.objectStore('usage').add({
            requestId: `bench-${i}`,
            at: Date.now() - count + i,
            keyId: 'session',
            model: `model-${i % 9}`,
            endpoint: 'chat',
            status: 200,
            errorCode: null,
            promptTokens: 100,
            completionTokens: 50,
            queueSeconds: 0.1,
            firstTokenSeconds: 0.3,
            totalSeconds: 1 + (i % 4),
            admitted: true,
          });
        }
        work.oncomplete = () => {
          opening.result.close();
          resolve();
        };
      };
    }),
  ROWS,
);
await page.reload();
await page.locator('[aria-setsize]').first().waitFor();
await page.waitForFunction(
  (least) => Number(document.querySelector('[aria-setsize]')?.ariaSetSize) >= least,
  ROWS,
);
const frames = await page.evaluate(
  () =>
    new Promise((resolve) => {
      const list = document.querySelector('[aria-setsize]')?.closest('section');
      const began = performance.now();
      let drawn = 0;
      const draw = () => {
        drawn++;
        const seconds = (performance.now() - began) / 1_000;
        list.scrollTop = seconds * 9_000;
        if (seconds < 5) requestAnimationFrame(draw);
        else resolve(drawn / seconds);
      };
      requestAnimationFrame(draw);
    }),
);
check('frames a second while 10,000 rows scroll', { value: frames }, 55);

const opened = [];
for (let i = 0; i < 20; i++) {
  const ms = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const links = [...document.querySelectorAll('[aria-setsize] a')];
        const began = performance.now();
        const seen = new MutationObserver(() => {
          if (!document.querySelector('[class*="facts"] dd')) return;
          seen.disconnect();
          requestAnimationFrame(() => resolve(performance.now() - began));
        });
        seen.observe(document.body, { childList: true, subtree: true });
        links[links.length >> 1].click();
      }),
  );
  opened.push(ms);
  await page.getByRole('link', { name: 'All requests' }).click();
  await page.locator('[aria-setsize]').first().waitFor();
}
check('ms to open one of 10,000, median', { value: median(opened) }, 100, true, true);
await close();
end();
