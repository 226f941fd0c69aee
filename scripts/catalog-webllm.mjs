// npm run catalog:webllm: writes the records of WebLLM's own list into src/catalog/webllm-records.json,
// so that the catalogue needs none of its 5 MB. A unit test compares the two.
import { writeFile } from 'node:fs/promises';
import { prebuiltAppConfig } from '@mlc-ai/web-llm';

/** Models that others of the same size have long surpassed, and one that was never tuned for chat. */
const OUTDATED =
  /^(?:Llama-2-|RedPajama-|WizardMath-|TinyLlama-1\.1B-Chat-v0\.4|phi-1_5|Ministral-3-3B-Base)/;

const records = prebuiltAppConfig.model_list
  .filter((record) => record.model_type !== 1 && !OUTDATED.test(record.model_id))
  .map((record) => ({
    id: record.model_id,
    repository: new URL(record.model).pathname.slice(1),
    library: record.model_lib,
    memoryMb: record.vram_required_MB,
    features: record.required_features ?? [],
    contextTokens: record.overrides?.context_window_size ?? null,
    seesImages: record.model_type === 2 || 'model_manifest' in record,
    hearsAudio: 'model_manifest' in record,
  }));
const file = new URL('../src/catalog/webllm-records.json', import.meta.url);
await writeFile(file, `${JSON.stringify(records, null, 1)}\n`);
console.log(`${records.length} records`);
