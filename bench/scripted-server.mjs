// An OpenAI-compatible server whose answers take a fixed time, for benchmarks of everything before it:
// node bench/scripted-server.mjs --port 8080 --parallel 4 --alias qwen. Takes llama-server's options and ignores the rest.
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-max-age': '600',
};
/** What a request does not say: `#script {"tokens":…}` in its last message overrides it. */
const SCRIPT = { tokens: 20, firstMs: 0, delayMs: 0 };

const wait = (ms) => (ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : undefined);

/** Lets `limit` run at a time; the others wait in order. */
function createGate(limit) {
  const waiting = [];
  let running = 0;
  return {
    enter: () => (running++ < limit ? undefined : new Promise((resolve) => waiting.push(resolve))),
    leave: () => {
      running--;
      waiting.shift()?.();
    },
  };
}

/** Starts it. @returns its address and what ends it. */
export async function openScriptedServer({ port = 0, parallel = 1_000, name = 'scripted' } = {}) {
  const gate = createGate(parallel);
  const server = createServer(async (request, response) => {
    for (const [header, value] of Object.entries(HEADERS)) response.setHeader(header, value);
    if (request.method === 'OPTIONS') return response.writeHead(204).end();
    if (request.method === 'GET') {
      const list = { object: 'list', data: [{ id: name, object: 'model' }] };
      return response.setHeader('content-type', 'application/json').end(JSON.stringify(list));
    }
    let text = '';
    for await (const part of request.setEncoding('utf8')) text += part;
    await gate.enter();
    try {
      await answer(JSON.parse(text), response, name);
    } finally {
      gate.leave();
    }
  });
  server.keepAliveTimeout = 60_000;
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}/v1`, close };
}

async function answer({ messages = [], stream }, response, name) {
  const said = String(messages.at(-1)?.content ?? '');
  const [, given = '{}'] = /^#script (.*)/s.exec(said) ?? [];
  const { tokens, firstMs, delayMs } = { ...SCRIPT, ...JSON.parse(given) };
  const usage = { prompt_tokens: 8, completion_tokens: tokens, total_tokens: 8 + tokens };
  const common = { id: 'chatcmpl-1', created: Math.floor(Date.now() / 1000), model: name };
  await wait(firstMs);
  if (!stream) {
    await wait(delayMs * (tokens - 1));
    const content = Array.from({ length: tokens }, (_, i) => `${i} `).join('');
    const message = { role: 'assistant', content };
    const choices = [{ index: 0, message, finish_reason: 'stop' }];
    const body = { ...common, object: 'chat.completion', choices, usage };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    return;
  }
  response.setHeader('content-type', 'text/event-stream');
  const send = (choices, more = {}) => {
    const chunk = { ...common, object: 'chat.completion.chunk', choices, ...more };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  const start = performance.now();
  for (let i = 0; i < tokens && !response.destroyed; i++) {
    // Against the clock: a late timer is made up for.
    if (i > 0) await wait(start + i * delayMs - performance.now());
    const role = i === 0 ? { role: 'assistant' } : {};
    send([{ index: 0, delta: { ...role, content: `${i} ` }, finish_reason: null }]);
  }
  send([{ index: 0, delta: {}, finish_reason: 'stop' }]);
  send([], { usage });
  response.end('data: [DONE]\n\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      parallel: { type: 'string' },
      alias: { type: 'string' },
      ...Object.fromEntries(
        ['host', 'model', 'ctx-size', 'threads'].map((name) => [name, { type: 'string' }]),
      ),
    },
  });
  const { port = '8080', parallel = '1000', alias = 'scripted' } = values;
  const { url } = await openScriptedServer({
    port: Number(port),
    parallel: Number(parallel),
    name: alias,
  });
  console.log(`Answers at ${url}`);
}
