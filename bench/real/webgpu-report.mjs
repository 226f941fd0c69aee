// Writes docs/webgpu.md from what webgpu.mjs measured: node bench/real/webgpu-report.mjs RUN.json…
// Later runs replace earlier ones of the same model and device.
import { readFileSync, writeFileSync } from 'node:fs';

const runs = process.argv.slice(2).map((path) => JSON.parse(readFileSync(path, 'utf8')));
const results = {};
for (const { models } of runs) {
  for (const [model, devices] of Object.entries(models)) {
    for (const [device, result] of Object.entries(devices)) {
      if (device === 'error' || result.error) continue;
      results[model] = { ...results[model], [device]: result };
    }
  }
}
const adapter = runs.find((run) => run.adapter)?.adapter;
const text = (value) => (value === undefined || value === null ? '–' : String(value));
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows]
    .map((row) => `| ${row.map(text).join(' | ')} |`)
    .join('\n');
const short = (model) => model.split('/').at(-1);

function yesNo(value) {
  if (value === undefined) return null;
  return value ? 'yes' : 'no';
}

function cosine(a, b) {
  const sum = (f) => a.reduce((total, x, i) => total + f(x, b[i]), 0);
  return sum((x, y) => x * y) / Math.sqrt(sum((x) => x * x) * sum((_, y) => y * y));
}
const average = (list) => list.reduce((a, b) => a + b, 0) / list.length;
const EXACT = 'real/all-MiniLM-L6-v2-fp32';

function* each(step) {
  for (const [model, devices] of Object.entries(results)) {
    for (const [device, result] of Object.entries(devices)) {
      if (result[step]) yield { model, device, result, value: result[step] };
    }
  }
}

const chat = [...each('answers')].map(({ model, device, result, value }) => {
  const rates = value.map((answer) => answer.tokensPerSecond).filter(Boolean);
  const wasm = results[model].wasm?.answers;
  const same = value.every((answer, i) => !wasm?.[i] || wasm[i].text === answer.text);
  return [
    short(model),
    device,
    result.load.seconds,
    average(rates).toFixed(0),
    result.long?.first.firstMs,
    result.long?.again.firstMs,
    yesNo(result.repeat?.same),
    yesNo(device === 'webgpu' && wasm ? same : undefined),
    result.abort?.freeMs,
    result.loaded?.gpu,
  ];
});
const embeddings = [...each('vectors')].map(({ model, device, result, value }) => {
  const reference = model === 'alcove-embed' ? model : EXACT;
  const exact = results[reference].wasm.vectors.vectors;
  const nearest = Math.min(...value.vectors.map((vector, i) => cosine(vector, exact[i])));
  const { perSecond, error } = result.speed;
  return [short(model), device, result.load.seconds, perSecond ?? error, nearest.toFixed(5)];
});
const speech = [...each('transcripts')]
  .filter(({ value }) => Array.isArray(value))
  .map(({ model, device, result, value }) => {
    const spent = value.reduce((sum, v) => sum + v.seconds, 0);
    const sound = value.reduce((sum, v) => sum + v.duration, 0);
    const wasm = results[model].wasm?.transcripts;
    const same = wasm ? value.filter((v, i) => v.text === wasm[i]?.text).length : null;
    const { loaded, after } = result;
    return [
      short(model),
      device,
      result.load.seconds,
      (spent / sound).toFixed(3),
      device === 'webgpu' && wasm ? `${same} of ${value.length}` : null,
      result.twenty?.done && loaded.gpu ? `${loaded.gpu} → ${after.gpu}` : null,
    ];
  });

writeFileSync(
  new URL('../../docs/webgpu.md', import.meta.url),
  `# WebGPU on real hardware

Measured ${runs.map((run) => run.date.slice(0, 10)).at(-1)} on an ${adapter.description} (driver 580.159.04, Vulkan, shader-f16 through a Dawn
toggle, 16 CPU cores) in Chromium ${runs[0].browser}, headless, with the app's own build and runtime:
\`node bench/real/webgpu.mjs --gpu=headless --hub=… --audio=… --out=RUN.json\`, then
\`node bench/real/webgpu-report.mjs RUN.json…\`. wasm ran with 8 threads. One run each.

## Chat

Qwen2.5-Coder 0.5B Instruct (\`bench/real/build_chat.py\`) by weight type; the guide model is the shipped int8 file. The long
prompt has 938 tokens, its next turn 964. Repeats: the same text when asked again, and next to another request.

${table(['model', 'device', 'load, s', 'tokens/s', '938 tokens, first token, ms', 'next turn, ms', 'repeats', 'same text as wasm', 'free after abort, ms', 'GPU, MB'], chat)}

## Embeddings

1,000 sentences in one request. Cosine: the lowest of 24 sentences against the same model in float32 on wasm.

${table(['model', 'device', 'load, s', 'texts/s', 'lowest cosine'], embeddings)}

## Speech

\`alcove-digits\`: 6 s. Whisper base: 173 s in three recordings. Memory: before and after 20 more transcriptions of 11 s.

${table(['model', 'device', 'load, s', 'seconds per second', 'same text as wasm', 'GPU, MB'], speech)}

## What this changed

- **Dynamic int8 (q8) is no longer chosen for a GPU.** Its integer products have no WebGPU kernels and run on the
  processor with a copy each way: MiniLM needed more than 90 s for 1,000 texts, 2.1 s on wasm.
- **Prompts are cached on the GPU.** Before, each turn read its whole conversation: 1,066 ms for the next turn above.
- **Logits are copied only where a token follows.** Before, each chunk of 128 tokens copied 78 MB: 1,586 ms for the long prompt.
- **Graphs in float16 run.** Before, they failed at the first step, because empty caches were float32.

## What it shows

- The shipped models are faster on wasm; a GPU pays from about 0.5B parameters.
- Speech in float32 takes twice as long as on wasm with 8 threads: every token waits for a copy from the GPU.
- GPU memory grew by ${gained()} MB over 23 transcriptions (transformers.js#1739 reports 650 MB for each 30 s). Whether it continues to grow
  was not measured.
- Headless Chromium takes a server's GPU only with the flags in \`webgpu.mjs\`, \`libpci\`, and a font configuration. The first
  \`requestAdapter()\` may return null while its GPU process starts again; the next one succeeds.
- Not measured: loss of a real device, Windows and macOS drivers, WebLLM, images, Whisper in float16 (the conversion at
  hand gave an invalid graph).
`,
);

function gained() {
  const [run] = [...each('twenty')].filter(
    ({ device, value }) => device === 'webgpu' && value.done,
  );
  return run ? run.result.after.gpu - run.result.loaded.gpu : '–';
}
