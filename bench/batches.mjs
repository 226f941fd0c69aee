// npm run bench:batches: chats of a batch against a loop of the same requests, with the shipped guide or a real model.
//   node bench/batches.mjs [--hub=FOLDER --model=owner/name] [--requests=64] [--tokens=64] [--rounds=3]
// Prints seconds and processor seconds of the whole browser; on a busy machine the latter are the ones to read.
import { readFileSync } from 'node:fs';
import { median } from './open-alcove.mjs';
import { cpuSeconds } from './process-times.mjs';
import { openHubPage } from './real/open-hub-page.mjs';

const option = (name, otherwise) =>
  process.argv.find((a) => a.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
const model = option('model', 'alcove-guide');
const requests = Number(option('requests', 64));
const tokens = Number(option('tokens', 64));
const hub = option('hub', null);

const sentences = readFileSync('e2e/data/sentences.csv', 'utf8').trim().split('\n').slice(1);
const bodies = sentences.slice(0, requests).map((content) => ({
  model,
  messages: [{ role: 'user', content }],
  max_tokens: tokens,
  temperature: 0,
}));
const { page, key, profile, install, close } = await openHubPage(hub ? [hub] : []);
if (hub) await install(model);

const loop = () =>
  page.evaluate(
    async ([apiKey, all]) => {
      const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
      const answers = [];
      for (const body of all) {
        const init = { method: 'POST', headers, body: JSON.stringify(body) };
        answers.push(await (await fetch('/v1/chat/completions', init)).json());
      }
      return answers;
    },
    [key, bodies],
  );
const batch = () =>
  page.evaluate(
    async ([apiKey, all]) => {
      const call = async (path, init = {}) => {
        const headers = { authorization: `Bearer ${apiKey}`, ...init.headers };
        return alcove.fetch(path, { ...init, headers });
      };
      const lines = all.map((body, i) =>
        JSON.stringify({ custom_id: `${i}`, method: 'POST', url: '/v1/chat/completions', body }),
      );
      const form = new FormData();
      form.append('purpose', 'batch');
      form.append('file', new File([lines.join('\n')], 'requests.jsonl'));
      const file = await (await call('/v1/files', { method: 'POST', body: form })).json();
      const created = await call('/v1/batches', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          input_file_id: file.id,
          endpoint: '/v1/chat/completions',
          completion_window: '24h',
        }),
      });
      let row = await created.json();
      while (row.status !== 'completed') {
        await new Promise((resolve) => setTimeout(resolve, 100));
        row = await (await call(`/v1/batches/${row.id}`)).json();
        if (['failed', 'expired', 'cancelled'].includes(row.status))
          throw new Error(`The batch is ${row.status}: ${JSON.stringify(row.errors)}`);
      }
      const text = await (await call(`/v1/files/${row.output_file_id}/content`)).text();
      return text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).response.body);
    },
    [key, bodies],
  );

async function timed(run) {
  const [began, processor] = [performance.now(), cpuSeconds(profile)];
  const answers = await run();
  const seconds = (performance.now() - began) / 1000;
  return { answers, seconds, processor: cpuSeconds(profile) - processor };
}

const textOf = ({ choices }) => choices[0].message.content;
const rounds = [];
await page.evaluate(
  ([apiKey, body]) =>
    fetch('/v1/chat/completions', {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).then((response) => response.text()),
  [key, bodies[0]],
);
for (let i = 0; i < Number(option('rounds', 3)); i++) {
  const one = await timed(loop);
  // The loop was somebody's use of the device, which a batch waits for.
  await page.waitForTimeout(600);
  const all = await timed(batch);
  const same = one.answers.filter((a, at) => textOf(a) === textOf(all.answers[at])).length;
  const sum = (answers, field) => answers.reduce((n, { usage }) => n + usage[field], 0);
  rounds.push([one.seconds / all.seconds, one.processor / all.processor]);
  console.log(
    `loop ${one.seconds.toFixed(1)} s (${one.processor.toFixed(1)} s of processor), batch ${all.seconds.toFixed(1)} s (${all.processor.toFixed(1)} s): ` +
      `${rounds[i].map((n) => n.toFixed(2)).join('× and ')}×; ${same} of ${requests} answers equal; ` +
      `${sum(all.answers, 'prompt_tokens')} + ${sum(all.answers, 'completion_tokens')} tokens`,
  );
}
const [times, processor] = [0, 1].map((at) => median(rounds.map((round) => round[at])));
console.log(`${model}: ${times.toFixed(2)}×, by processor time ${processor.toFixed(2)}×`);
await close();
process.exit(0);
