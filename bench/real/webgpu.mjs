// Models on a real GPU against the same models on wasm: the app's own build, its own runtime, /v1.
//   node bench/real/webgpu.mjs --hub=FOLDER[,FOLDER] --audio=FOLDER --out=FILE.json [--only=chat,speech,embed,…]
// CHROMIUM_PATH: the browser. On a server: --gpu=headless adds what Vulkan needs without a display.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { serve } from '../../scripts/serve.mjs';
import { createFolderHub } from './hub.mjs';
import { measureInPage } from './in-page.mjs';
import { PLAN } from './plan.mjs';

const option = (name, otherwise) =>
  process.argv.find((a) => a.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
const only = option('only')?.split(',');
const out = option('out', 'webgpu.json');
const audio = option('audio', '.');
const began = Date.now();
const seconds = () => ((Date.now() - began) / 1000).toFixed(1);

/** Without a display, Chromium takes the GPU for WebGPU only with GL through EGL and Vulkan without surfaces. */
const HEADLESS = [
  '--ignore-gpu-blocklist',
  '--enable-features=Vulkan',
  '--use-vulkan=native',
  '--disable-vulkan-surface',
  '--use-gl=angle',
  '--use-angle=gl-egl',
  '--disable-gpu-compositing',
  '--disable-gpu-sandbox',
  // Dawn hides 16-bit floats of NVIDIA's Vulkan drivers by default.
  '--enable-dawn-features=allow_unsafe_apis,vulkan_enable_f16_on_nvidia',
];
const args = ['--no-sandbox', '--no-first-run', '--enable-unsafe-webgpu'];
const { url } = await serve({ first: createFolderHub(option('hub', '.').split(',')) });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH,
  args: [...args, ...(option('gpu') === 'headless' ? HEADLESS : [])],
  ignoreDefaultArgs: ['--enable-unsafe-swiftshader'],
});
const report = { date: new Date().toISOString(), browser: browser.version(), models: {} };
const save = () => writeFileSync(out, JSON.stringify(report, null, 1));

function gpuMegabytes() {
  try {
    const text = execFileSync('nvidia-smi', [
      '--query-gpu=memory.used',
      '--format=csv,noheader,nounits',
    ]);
    return Number(String(text).trim());
  } catch {
    return null;
  }
}

/** Resident megabytes of the browser's processes. */
function hostMegabytes() {
  const lines = String(execFileSync('ps', ['-eo', 'rss,args'])).split('\n');
  const sum = lines
    .filter((l) => /--type=renderer/.test(l))
    .reduce((a, l) => a + parseInt(l, 10), 0);
  return Math.round(sum / 1024);
}

const context = await browser.newContext();
const page = await context.newPage();
const problems = [];
page.on('console', (m) => m.type() === 'error' && problems.push(m.text().slice(0, 400)));
await page.goto(`${url}/settings/service`);
report.adapter = await page.evaluate(async () => {
  const adapter = await navigator.gpu?.requestAdapter();
  if (!adapter) return null;
  const { vendor, architecture, description } = adapter.info;
  const limit = adapter.limits.maxBufferSize;
  return { vendor, architecture, description, f16: adapter.features.has('shader-f16'), limit };
});
report.cores = await page.evaluate(() => navigator.hardwareConcurrency);
console.log(seconds(), JSON.stringify(report.adapter), report.cores);

async function install(repository) {
  await page.goto(`${url}/settings/service`);
  const field = page.getByLabel('Models are downloaded from');
  await field.fill(`${url}/hub`);
  await field.blur();
  await page.waitForTimeout(500);
  await page.goto(`${url}/chat`);
  await page.getByRole('main').getByRole('button').first().click();
  await page.getByRole('heading', { name: 'Models to download' }).waitFor();
  await page.getByLabel('Another model from the hub').fill(repository);
  await page.getByRole('button', { name: 'Check and download' }).click();
  const card = page
    .getByRole('region', { name: 'Models to download' })
    .getByRole('article', { name: repository.split('/')[1], exact: true });
  await card.getByText('On this device').waitFor({ timeout: 120_000 });
}

async function measure(key, entry, device) {
  const files = (entry.files ?? []).map((name) => ({
    name,
    data: readFileSync(join(audio, name)).toString('base64'),
  }));
  const before = { gpu: gpuMegabytes(), host: hostMegabytes() };
  await page.evaluate((d) => alcove.setDevice(d), device);
  const run = (what, more = {}) =>
    page.evaluate(measureInPage, { key, what, model: entry.model, ...more, entry, files });
  const result = { device };
  result.load = await run('load');
  result.loaded = { gpu: gpuMegabytes(), host: hostMegabytes() };
  console.log(seconds(), entry.model, device, JSON.stringify(result.load).slice(0, 300));
  for (const step of entry.steps) {
    const start = Date.now();
    result[step] = await Promise.race([
      run(step),
      new Promise((resolve) => setTimeout(resolve, 90_000, { error: 'took more than 90 s' })),
    ]).catch((error) => ({ error: String(error).slice(0, 500) }));
    console.log(
      seconds(),
      entry.model,
      device,
      step,
      Date.now() - start,
      JSON.stringify(result[step]).slice(0, 400),
    );
  }
  result.after = { gpu: gpuMegabytes(), host: hostMegabytes(), before };
  await page.evaluate((m) => alcove.unload(m), entry.model);
  return result;
}

for (const entry of PLAN) {
  if (only && !only.some((name) => entry.model.includes(name))) continue;
  report.models[entry.model] = {};
  try {
    if (entry.install !== false) await install(entry.model);
    await page.goto(`${url}/settings/service`);
    const key = await page.evaluate(async () => {
      await alcove.ready;
      return alcove.createApiKey('bench');
    });
    for (const device of entry.devices ?? ['wasm', 'webgpu']) {
      report.models[entry.model][device] = await measure(key, entry, device).catch((error) => ({
        error: String(error).slice(0, 600),
      }));
      save();
    }
  } catch (error) {
    report.models[entry.model].error = String(error).slice(0, 600);
    console.log(seconds(), entry.model, 'failed', String(error).slice(0, 600));
  }
  report.problems = problems.slice(0, 200);
  save();
}
await browser.close();
process.exit(0);
