// npm run test:cluster: real servers on this machine, asked through Alcove in Chromium: llama.cpp's server, LiteLLM before
// it, Ray Serve with two replicas, and vLLM where it is installed. Then replicas are killed and added.
import { existsSync } from 'node:fs';
import { openTlsProxy } from '../tls-proxy.mjs';
import { CHECKS } from './features.mjs';
import { endCluster, killReplicas } from './kill-replicas.mjs';
import { openWithProviders } from './open-with-providers.mjs';
import { findPrerequisites } from './prerequisites.mjs';
import { scaleReplicas } from './scale-replicas.mjs';
import { freePort, logs, startRay, startServer, stopAll } from './servers.mjs';

const { python, llama, model, vllm, missing } = findPrerequisites();
if (!existsSync('dist/index.html')) missing.push('the app: npm run build');
if (missing.length > 0) {
  console.error(`The cluster tests were not run. Missing:\n- ${missing.join('\n- ')}`);
  process.exit(process.argv.includes('--allow-skip') ? 0 : 1);
}

const failures = [];
const fail = (what, error) => {
  failures.push(what);
  console.error(`✖ ${what}: ${error.message}`);
};
process.on('exit', stopAll);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

/** Options of llama.cpp's server: chats and embeddings of one model. */
const ENGINE = [llama, '--embeddings', '--pooling', 'mean'];

async function startLlama() {
  const port = await freePort();
  const options = ['--host', '127.0.0.1', '--port', String(port), '--model', model];
  const size = ['--parallel', '4', '--ctx-size', '16384', '--threads', '1', '--metrics'];
  const command = [...ENGINE, ...options, '--alias', 'qwen', ...size];
  return startServer('llama', command, { port });
}

async function startLitellm(engine) {
  const port = await freePort();
  const run = ['-c', 'from litellm import run_server; run_server()'];
  const options = [
    '--config',
    'deploy/litellm.yaml',
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
  ];
  return startServer('litellm', [python, ...run, ...options], {
    port,
    path: '/health/liveliness',
    env: {
      ENGINE_URL: engine,
      LITELLM_LOCAL_MODEL_COST_MAP: 'True',
      // A key is entered by hand; e2e/providers has tests of keys.
      LITELLM_DANGEROUSLY_PERMIT_WEAK_OR_UNSET_MASTER_KEY: 'true',
    },
  });
}

/** One model of vLLM; its engine takes long to start on a processor. */
async function startVllm(name, path, options = []) {
  const port = await freePort();
  const run = ['-m', 'vllm.entrypoints.openai.api_server', '--model', path];
  const common = ['--host', '127.0.0.1', '--port', String(port), '--served-model-name', name];
  const env = { VLLM_CPU_KVCACHE_SPACE: '1', VLLM_NO_USAGE_STATS: '1', HF_HUB_OFFLINE: '1' };
  return startServer(`vllm-${name}`, [vllm, ...run, ...common, ...options], { port, env });
}

const provider = (id, baseUrl, models, more = {}) => ({
  id,
  name: id,
  baseUrl,
  boundary: 'own-network',
  models,
  limits: { parallel: 16 },
  timeouts: { firstTokenMs: 180_000, silenceMs: 60_000 },
  // Replicas are killed on purpose: the breaker has tests of its own.
  breaker: { fails: 100 },
  ...more,
});
const CHAT = { id: 'qwen', remote: 'qwen', context: 4096, can: ['tools', 'json_schema'] };
const VECTORS = { id: 'vectors', remote: 'qwen', task: 'embeddings' };

const offered = [];
console.log(`Starting servers; their logs are in ${logs}`);
const llamaServer = await startLlama();
offered.push(provider('llama', llamaServer.url, [CHAT, VECTORS]));
const litellm = await startLitellm(llamaServer.url);
offered.push(provider('litellm', litellm.url, [CHAT, VECTORS]));
const settings = { model, parallel: 4, cpus: 1, server: ENGINE.join(' ') };
const ray = await startRay(python);
await ray.run({ ...settings, replicas: 2 });
offered.push(provider('ray', ray.url, [CHAT, VECTORS]));
const proxy = await openTlsProxy(new URL(ray.url).origin);
offered.push(provider('ray-h2', `${proxy.url}/v1`, [CHAT]));

const { VLLM_CHAT, VLLM_EMBED, VLLM_SPEECH } = process.env;
const vllmModels = [];
async function offerVllm(id, path, models, options) {
  try {
    const { url } = await startVllm(id, path, options);
    offered.push(provider(id, url, models));
    vllmModels.push(id);
  } catch (error) {
    fail(`vLLM with ${path}`, error);
  }
}
if (vllm && VLLM_CHAT) {
  const tools = ['--enable-auto-tool-choice', '--tool-call-parser', 'hermes'];
  await offerVllm(
    'vllm',
    VLLM_CHAT,
    [{ ...CHAT, remote: 'vllm' }],
    [...tools, '--max-model-len', '2048'],
  );
}
if (vllm && VLLM_EMBED) {
  const models = [{ ...VECTORS, remote: 'vllm-embed' }];
  await offerVllm('vllm-embed', VLLM_EMBED, models);
}
if (vllm && VLLM_SPEECH) {
  const models = [{ id: 'whisper', remote: 'vllm-speech', task: 'speech' }];
  await offerVllm('vllm-speech', VLLM_SPEECH, models);
}
if (!vllm) console.log('vLLM is not installed, and not tested.');

const rules = offered.map(({ id }) => ({
  when: { model: `${id}/*` },
  mode: 'only-remote',
  // What Ray cannot answer goes to llama.cpp's server.
  to: id === 'ray' ? ['ray:*', 'llama:qwen'] : [`${id}:*`],
}));
const { call, page, close } = await openWithProviders({ providers: offered, rules });

const speech = { url: '/e2e/librispeech-1688.flac', says: /[a-z]{3,} [a-z]{2,}/i };
const rows = [];
for (const { id, models, baseUrl } of offered.filter(({ id: name }) => name !== 'ray-h2')) {
  const row = { server: id };
  const direct = async (body) => {
    const headers = { 'content-type': 'application/json' };
    const asked = JSON.stringify({ ...body, model: models[0].remote });
    const response = await fetch(`${baseUrl}/chat/completions`, {
      method: 'POST',
      headers,
      body: asked,
    });
    return response.json();
  };
  for (const [name, check] of Object.entries(CHECKS)) {
    const task = { embeddings: 'embeddings', transcription: 'speech' }[name] ?? 'chat';
    const found = models.find((m) => (m.task ?? 'chat') === task);
    if (!found) continue;
    try {
      row[name] = await check({ call, model: `${id}/${found.id}`, speech, direct });
    } catch (error) {
      row[name] = 'failed';
      fail(`${id}, ${name}`, error);
    }
  }
  rows.push(row);
}
console.log('\nThrough Alcove in Chromium:');
console.table(rows);

const parts = { killReplicas, scaleReplicas, endCluster };
for (const [name, part] of Object.entries(parts)) {
  try {
    await part({ call, page, ray, settings, llama: llamaServer });
  } catch (error) {
    fail(name, error);
  }
}

await close();
proxy.close();
console.log(failures.length === 0 ? '\nAll passed.' : `\nFailed: ${failures.join('; ')}`);
process.exit(failures.length === 0 ? 0 : 1);
