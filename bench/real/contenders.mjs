import { createReadStream, mkdtempSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import {
  forgetRendererPeaks,
  rendererBytes,
  rendererPeakBytes,
} from '../../scripts/renderer-memory.mjs';
import { serve } from '../../scripts/serve.mjs';
import { callInPage } from '../call-in-page.mjs';
import { executablePath } from '../open-alcove.mjs';
import { cpuSeconds } from '../process-times.mjs';
import { createFolderHub } from './hub.mjs';
import { openHubPage } from './open-hub-page.mjs';
import { toPrompt } from './peer-questions.mjs';

/**
 * Ways to open the contenders of peers.mjs that run in a browser, each in its own. `hubs`: folders with repositories;
 * `extra`: the folder of scripts and recordings, served under /e2e/; `profile`: a folder for browsers' data.
 */
export function createContenders({ hubs, extra, profile }) {
  return {
    alcove: (model) => openOurs(hubs, extra, (hub) => hub.install(model).then(() => model)),
    shipped: (model) => openOurs(hubs, extra, async () => model),
    /**
     * The app with a model that it converts from `owner/name/FILE.gguf` in one of the hubs; `before`: bytes in memory of the
     * empty page, `converting`: the most above it until the model is installed.
     */
    async converted(repository, file) {
      const bytes = {};
      const ours = await openOurs(hubs, extra, async (hub) => {
        bytes.before = rendererBytes();
        forgetRendererPeaks();
        const model = await hub.installFile(repository, file);
        bytes.converting = rendererPeakBytes() - bytes.before;
        forgetRendererPeaks();
        return model;
      });
      return { ...ours, ...bytes };
    },
    async library(task, model, threads) {
      const page = await openBlank({ hubs, extra, profile });
      const call = callInPage(page.page, 'peers');
      await call('open', task, model, threads);
      return {
        ...page,
        ask: (question, maxTokens) => call('chat', question, maxTokens),
        transcribe: (file) => call('transcribe', `/e2e/audio/${file}`),
        embed: (texts, size) => call('embed', texts, size),
      };
    },
    async wllama(file, threads = 2) {
      const page = await openBlank({ hubs, extra, profile, gguf: file });
      const before = rendererBytes();
      const call = callInPage(page.page, 'wllama');
      await call('open', 'wllama', '/model.gguf', threads);
      const complete = (prompt, maxTokens) => call('answer', 'wllama', prompt, maxTokens);
      return {
        ...page,
        before,
        complete,
        ask: (question, max) => complete(toPrompt(question), max),
      };
    },
  };
}

async function openOurs(hubs, extra, install) {
  const hub = await openHubPage(hubs, [], extra);
  const { page, key, profile, close } = hub;
  const model = await install(hub);
  const call = (run, ...values) => page.evaluate(run, [key, model, ...values]);
  return {
    close,
    cpu: () => cpuSeconds(profile),
    ask: (question, maxTokens) => call(askV1, question, maxTokens),
    complete: (prompt, maxTokens) => call(askV1, prompt, maxTokens, 'completions'),
    post: (body) => call(completeV1, body),
    transcribe: (file) => call(transcribeV1, `/e2e/audio/${file}`),
    embed: (texts) => call(embedV1, texts),
  };
}

/** An empty page of its own origin, isolated, without the app's policy: workers from blobs are allowed. */
async function openBlank({ hubs, extra, profile, gguf = null }) {
  const hub = createFolderHub(hubs);
  const first = async (request, response) => {
    response.removeHeader('content-security-policy');
    if (request.url === '/') {
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><title>peer</title>');
      return true;
    }
    if (gguf && request.url === '/model.gguf') {
      response.setHeader('content-length', statSync(gguf).size);
      createReadStream(gguf, { highWaterMark: 1 << 22 }).pipe(response);
      return true;
    }
    return hub(request, response);
  };
  const { server, url } = await serve({ extra, first });
  const folder = mkdtempSync(join(profile, 'peer-'));
  const args = ['--no-sandbox', '--disable-background-networking'];
  const browser = await chromium.launchPersistentContext(folder, { executablePath, args });
  const page = await browser.newPage();
  await page.goto(url);
  const close = async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
  };
  return { page, close, cpu: () => cpuSeconds(folder) };
}

/** In the page: one answer, greedy; milliseconds. */
async function askV1([key, model, question, maxTokens, kind = 'chat/completions']) {
  const started = performance.now();
  const messages = [{ role: 'user', content: question }];
  const response = await fetch(`/v1/${kind}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model,
      ...(kind === 'completions' ? { prompt: question } : { messages }),
      temperature: 0,
      max_tokens: maxTokens,
      stream: true,
      stream_options: { include_usage: true },
    }),
  });
  if (!response.ok) throw new Error(await response.text());
  let [first, last, count, promptTokens, text, pending] = [0, 0, 0, 0, '', ''];
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (pending + part).split('\n');
    pending = lines.pop();
    for (const line of lines.filter((one) => one.startsWith('data: {'))) {
      const chunk = JSON.parse(line.slice(6));
      if (chunk.error) throw new Error(chunk.error.message);
      count = chunk.usage?.completion_tokens ?? count;
      promptTokens = chunk.usage?.prompt_tokens ?? promptTokens;
      const [choice] = chunk.choices ?? [];
      const piece = choice?.delta?.content ?? choice?.text ?? '';
      text += piece;
      if (piece) last = performance.now();
      first ||= last;
    }
  }
  return { first: first - started, rest: last - first, count, promptTokens, text };
}

/** In the page: a text completion, greedy. */
async function completeV1([key, model, body]) {
  const response = await fetch('/v1/completions', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, temperature: 0, ...body }),
  });
  if (!response.ok) throw new Error(await response.text());
  return await response.json();
}

async function transcribeV1([key, model, url]) {
  const form = new FormData();
  form.append('model', model);
  form.append('response_format', 'verbose_json');
  form.append('file', new File([await (await fetch(url)).blob()], url.split('/').at(-1)));
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch('/v1/audio/transcriptions', { method: 'POST', headers, body: form });
  if (!response.ok) throw new Error(await response.text());
  const { text, duration } = await response.json();
  return { text, seconds: duration };
}

async function embedV1([key, model, input]) {
  const started = performance.now();
  const response = await fetch('/v1/embeddings', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, input, encoding_format: 'base64' }),
  });
  if (!response.ok) throw new Error(await response.text());
  await response.json();
  return performance.now() - started;
}
