// What eval.mjs measures, made of public packages in a folder outside the repository. What exists is not built again.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const WHISPER = 'onnx-community/whisper-tiny.en_timestamped';
/** The weights of alcove-whisper. */
export const WHISPER_EXACT = 'real/whisper-base-fp32';

const here = fileURLToPath(new URL('.', import.meta.url));

/** Language models of some kinds. */
export function buildLanguageModels(cache, kinds) {
  const python = join(cache, 'venv/bin/python');
  if (!existsSync(python)) {
    execFileSync('python3', ['-m', 'venv', join(cache, 'venv')]);
    execFileSync(python, ['-m', 'pip', 'install', '-q', 'numpy', 'onnx', 'gguf']);
  }
  execFileSync(python, [join(here, 'fetch.py'), cache, ...kinds], { stdio: 'inherit' });
}

/** Whisper tiny.en as a hub has it, and the weights of alcove-whisper in 32-bit floats; both for faster-whisper as well. */
export function buildWhisper(cache) {
  const python = join(cache, 'venv-whisper/bin/python');
  if (![WHISPER, WHISPER_EXACT].every((name) => existsSync(join(cache, 'hub', name)))) {
    const requirements = join(here, '../../training/whisper/requirements.txt');
    execFileSync('python3', ['-m', 'venv', join(cache, 'venv-whisper')]);
    execFileSync(python, ['-m', 'pip', 'install', '-q', '-r', requirements]);
    execFileSync(python, [join(here, 'build_whisper.py'), cache], { stdio: 'inherit' });
  }
}

/** Other engines, and the weights as they read them. @returns their Python */
export function buildPeers(cache) {
  const python = join(cache, 'native/bin/python');
  if (!existsSync(python)) {
    const packages = 'faster-whisper jiwer whisper-normalizer onnxruntime tokenizers gguf';
    execFileSync('python3', ['-m', 'venv', join(cache, 'native')]);
    execFileSync(python, ['-m', 'pip', 'install', '-q', ...packages.split(' ')]);
  }
  const [q4, q8] = ['qwen05.gguf', 'qwen05-q8_0.gguf'].map((name) => join(cache, name));
  if (existsSync(q4) && !existsSync(q8)) {
    execFileSync(python, [join(here, 'requantise.py'), q4, q8], { stdio: 'inherit' });
  }
  const libraries = ['node-llama-cpp@3', '@fugood/llama.node@1.7.15'];
  if (
    !libraries.every((name) => existsSync(join(cache, 'node_modules', name.replace(/@\d.*/, ''))))
  ) {
    execFileSync('npm', ['install', '--prefix', cache, '--silent', ...libraries]);
  }
  return python;
}
