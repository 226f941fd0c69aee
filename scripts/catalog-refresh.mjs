// npm run catalog:refresh: asks the hub for revision, licence and exact sizes of every model of the
// catalogue and writes them to src/catalog/measured.json. Needs a machine that reaches the hub, or a
// mirror of it named by ALCOVE_HUB. Entries that the hub does not know are left unchanged and reported.
import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

const HUB = process.env.ALCOVE_HUB ?? 'https://huggingface.co';
const DTYPES = { '': 'fp32', _fp16: 'fp16', _quantized: 'q8', _q4: 'q4', _q4f16: 'q4f16' };
const GRAPH =
  /^onnx\/(?:model|encoder_model|decoder_model_merged)(_fp16|_quantized|_q4f16|_q4)?\.onnx(?:_data.*)?$/;
const FOR_PEOPLE = /^\.|\.(?:md|png|jpe?g|gif)$|^LICENSE/i;

/** Sizes of a repository: bytes of its small files, and of its graphs by precision. */
export function measure(files) {
  const graphs = {};
  let small = 0;
  let all = 0;
  for (const { path, size } of files) {
    if (!FOR_PEOPLE.test(path)) all += size;
    const graph = GRAPH.exec(path);
    if (graph) {
      const dtype = DTYPES[graph[1] ?? ''];
      graphs[dtype] = (graphs[dtype] ?? 0) + size;
    } else if (/^[\w.]+\.(?:json|jinja)$/.test(path)) small += size;
  }
  const bytes = Object.fromEntries(Object.entries(graphs).map(([d, size]) => [d, size + small]));
  return Object.keys(bytes).length > 0 ? { bytes } : { bytes: { all } };
}

async function ask(path) {
  const response = await fetch(`${HUB}/api/models/${path}`);
  if (!response.ok) throw new Error(`${response.status} for ${path}`);
  return response.json();
}

async function refresh() {
  const data = async (name) =>
    JSON.parse(await readFile(new URL(`../src/catalog/${name}`, import.meta.url), 'utf8'));
  const repositories = [
    ...(await data('onnx-models.json')).map((m) => m.id),
    ...(await data('webllm-records.json')).map((m) => m.repository),
  ];
  const measured = await data('measured.json');
  let missed = 0;
  for (const repository of repositories) {
    try {
      const { sha, cardData } = await ask(repository);
      const tree = await ask(`${repository}/tree/${sha}?recursive=true`);
      const files = tree.filter((entry) => entry.type === 'file');
      measured[repository] = {
        revision: sha,
        licence: cardData?.license ?? null,
        ...measure(files),
      };
    } catch (error) {
      missed++;
      console.log(`✖ ${repository}: ${error.message}`);
    }
  }
  const file = new URL('../src/catalog/measured.json', import.meta.url);
  await writeFile(file, `${JSON.stringify(measured, null, 1)}\n`);
  console.log(`${repositories.length - missed} of ${repositories.length} models measured.`);
  if (missed === repositories.length) process.exitCode = 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await refresh();
