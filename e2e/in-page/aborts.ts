interface Sent {
  model: string;
  content: string;
  signal?: AbortSignal;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A small seeded generator: the same points of abort in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

function ask(key: string, { model, content, signal }: Sent): Promise<Response> {
  const messages = [{ role: 'user', content }];
  const body = JSON.stringify({ model, messages, stream: true, temperature: 0 });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return fetch('/v1/chat/completions', { method: 'POST', headers, body, signal: signal ?? null });
}

async function textOf(response: Response): Promise<string> {
  const deltas = (await response.text()).matchAll(/"content":("(?:[^"\\]|\\.)*")/g);
  return [...deltas].map((m) => JSON.parse(m[1] ?? '""') as string).join('');
}

/** Milliseconds until nothing runs and nothing waits, at most ten seconds. */
async function timeUntilIdle(): Promise<number> {
  const start = performance.now();
  while (performance.now() - start < 10_000) {
    const { slots } = await alcove.status();
    if (slots.every((slot) => slot.running === 0 && slot.waiting === 0)) break;
    await pause(5);
  }
  return performance.now() - start;
}

/** Aborts requests to the guide and to a scripted model; resolves with what went wrong. */
export async function abortAtRandom(
  key: string,
  script: string,
  times: number,
  limitMs: number,
): Promise<string[]> {
  const question = { model: 'alcove-guide', content: 'What is Alcove?' };
  const right = await textOf(await ask(key, question));
  const random = seeded(7);
  const wrong: string[] = right === '' ? ['the guide said nothing'] : [];
  for (let i = 0; i < times; i++) {
    const controller = new AbortController();
    const long = `${'please '.repeat(Math.floor(random() * 250))}what is Alcove?`;
    const scripted = { model: 'scripted-chat', content: script };
    const sent = i % 2 ? scripted : { model: 'alcove-guide', content: long };
    const consumed = ask(key, { ...sent, signal: controller.signal })
      .then((response) => response.text())
      .catch(() => {});
    await pause(random() * 120);
    controller.abort();
    const ms = await timeUntilIdle();
    if (ms > limitMs) wrong.push(`${i} ${sent.model}: busy ${ms.toFixed(0)} ms after the abort`);
    await consumed;
    if (i % 10 === 0 && (await textOf(await ask(key, question))) !== right) {
      wrong.push(`${i}: the next answer differs`);
    }
  }
  return wrong;
}
