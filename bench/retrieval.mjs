// npm run bench:retrieval: nDCG@10 of the search in a chat's documents on the Cranfield collection:
// 1,400 abstracts and 225 questions of engineers with human judgements (bench/data/cranfield.json.gz),
// held out: nothing here was trained or tuned on it. Vectors are the shipped model's, by /v1/embeddings.
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { buildInPage } from './build-in-page.mjs';
import { callInPage } from './call-in-page.mjs';
import { openAlcove } from './open-alcove.mjs';

const TARGET = 1.1;
const file = new URL('data/cranfield.json.gz', import.meta.url);
const collection = JSON.parse(gunzipSync(await readFile(file)).toString());
const { page, key, close } = await openAlcove({ extra: await buildInPage('retrieval.ts') });
try {
  const figures = await callInPage(page, 'retrieval')('measure', key, collection);
  const { length: documents } = collection.documents;
  console.log(`Cranfield: ${documents} documents, ${collection.queries.length} questions, nDCG@10`);
  for (const [method, value] of Object.entries(figures)) {
    const gain = (value / figures.vectors - 1) * 100;
    console.log(`  ${method.padEnd(10)} ${value.toFixed(4)}  ${gain.toFixed(1).padStart(6)} %`);
  }
  const isReached = figures.hybrid >= TARGET * figures.vectors;
  console.log(`${isReached ? '✓' : '✖'} hybrid search is at least 10 % above vectors alone`);
  if (!isReached) process.exitCode = 1;
} finally {
  await close();
}
