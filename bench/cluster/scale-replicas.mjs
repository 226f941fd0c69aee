// The gain of a second replica: 16 concurrent chats, with one and with two. On a machine of few cores a real engine cannot
// show it, so the replicas' engines are exchanged for one of a fixed service time: four requests at a time, four seconds
// each, long enough that Ray, the browser and the proxy, which share the cores, hardly count.
import { median } from '../open-alcove.mjs';

const CHATS = 16;
const ROUNDS = 2;
const SCRIPT = { tokens: 15, firstMs: 500, delayMs: 250 };
const FIXED = { model: 'none', parallel: 4, cpus: 0.5, server: 'node bench/scripted-server.mjs' };

/** @throws where two replicas do not answer at least 1.7 times as much as one */
export async function scaleReplicas({ call, ray, settings }) {
  const rows = [];
  const run = async (engine, options, body, way, rounds) => {
    for (const replicas of [1, 2]) {
      await ray.run({ ...options, replicas });
      const times = [];
      for (let i = 0; i < rounds; i++) times.push(await chats(call, `${way}/qwen`, body));
      const chatsPerSecond = (CHATS / median(times)) * 1000;
      const protocol = way === 'ray' ? 'HTTP/1.1' : 'HTTP/2';
      rows.push({ engine, protocol, replicas, chatsPerSecond: Number(chatsPerSecond.toFixed(2)) });
    }
  };
  const cwd = process.cwd();
  const fixed = { ...FIXED, server: FIXED.server.replace('bench', `${cwd}/bench`) };
  const scripted = { messages: [{ role: 'user', content: `#script ${JSON.stringify(SCRIPT)}` }] };
  const asked = { messages: [{ role: 'user', content: 'Write about the sea.' }], max_tokens: 24 };
  await run('fixed, 4 s, 4 at a time', fixed, scripted, 'ray-h2', ROUNDS);
  await run('fixed, 4 s, 4 at a time', fixed, scripted, 'ray', ROUNDS);
  await run('llama.cpp, these cores', settings, asked, 'ray-h2', 1);
  console.log(`\n${CHATS} concurrent chats through Alcove:`);
  console.table(rows);
  const [one, two] = rows;
  const growth = two.chatsPerSecond / one.chatsPerSecond;
  console.log(
    `The second replica multiplies it by ${growth.toFixed(2)} (fixed service time, HTTP/2).`,
  );
  if (growth < 1.7) throw new Error(`a second replica brought only ${growth.toFixed(2)}×`);
}

/** @returns milliseconds until the last of them is answered */
async function chats(call, model, body) {
  const start = performance.now();
  const asked = { model, stream: true, ...body };
  const all = Array.from({ length: CHATS }, () => call('chat/completions', asked));
  const answers = await Promise.all(all);
  const bad = answers.find(({ isDone, error }) => !isDone || error);
  if (bad) throw new Error(`not answered: ${JSON.stringify(bad)}`);
  return performance.now() - start;
}
