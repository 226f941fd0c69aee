// alcove init <folder>: copies what a site has to serve. See docs/embed.md.
import { cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const SITE = fileURLToPath(new URL('../build/site', import.meta.url));
/** The builds of onnxruntime: for the processor, and for GPUs. */
const PLAIN = 'ort-wasm-simd-threaded.wasm';
const WEBGPU = 'ort-wasm-simd-threaded.asyncify.wasm';

/**
 * Copies the service worker to `<folder>/alcove-service-worker.js` and all else to `<folder>/alcove/`, in place of what
 * an older version put there; a folder `models` in it stays.
 * @returns the folder of those. @throws Error with a sentence
 */
export async function initSite(folder, { webgpu = false } = {}) {
  const target = resolve(folder);
  const found = await stat(target).catch(() => null);
  if (!found?.isDirectory()) {
    throw new Error(`There is no folder ${folder}. Name the one whose files your site serves.`);
  }
  const { ort: version, folder: wasmFolder } = JSON.parse(
    await readFile(join(SITE, 'site.json'), 'utf8'),
  );
  const runtime = await findRuntime(version);
  const place = join(target, 'alcove');
  for (const old of ['assets', 'ort']) await rm(join(place, old), { recursive: true, force: true });
  await cp(join(SITE, 'files'), place, { recursive: true });
  await cp(join(SITE, 'service-worker.js'), join(target, 'alcove-service-worker.js'));
  await cp(join(SITE, 'licences.txt'), join(place, 'licences.txt'));
  const wasm = join(place, 'ort', wasmFolder);
  await mkdir(wasm, { recursive: true });
  const { withOwnProducts } = await import(join(SITE, 'own-products.js'));
  const plain = await readFile(join(runtime, PLAIN));
  await writeFile(join(wasm, PLAIN), withOwnProducts(plain));
  if (webgpu) await cp(join(runtime, WEBGPU), join(wasm, WEBGPU));
  return place;
}

/** The folder of onnxruntime-web's files. It is a dependency: of exactly the version that the package was built with. */
async function findRuntime(version) {
  let folder;
  try {
    folder = dirname(createRequire(import.meta.url).resolve('onnxruntime-web'));
  } catch {
    throw new Error(`The package onnxruntime-web is missing: npm i onnxruntime-web@${version}`);
  }
  const manifest = JSON.parse(await readFile(join(folder, '../package.json'), 'utf8'));
  if (manifest.version === version) return folder;
  throw new Error(
    `onnxruntime-web is ${manifest.version}; this version needs: npm i onnxruntime-web@${version}`,
  );
}
