// Writes generated/api.d.ts from a built openapi.json: node generate-types.mjs ../../dist/openapi.json
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import openapiTs, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const BLOB = ts.factory.createTypeReferenceNode('Blob');
const document = JSON.parse(await readFile(process.argv[2], 'utf8'));
// As the library's own documentation has it: files are blobs.
const nodes = await openapiTs(document, {
  transform: (schema) => (schema.format === 'binary' ? BLOB : undefined),
});
await mkdir(new URL('generated', import.meta.url), { recursive: true });
await writeFile(new URL('generated/api.d.ts', import.meta.url), astToString(nodes));
