// The questions of tools.mjs answered by llama.cpp, its own chat template and its own parser: how many answers it recognises as a
// call, and how many call the right function with the right words.
//   node bench/real/llama-tools.mjs FOLDER GGUF [COUNT]      FOLDER has @fugood/llama.node in its node_modules
import { createRequire } from 'node:module';
import { isRightCall, QUESTIONS, TOOLS } from './tool-questions.mjs';

const [folder, file, count = QUESTIONS.length] = process.argv.slice(2);
const questions = QUESTIONS.slice(0, Number(count));
const { loadModel } = createRequire(`${folder}/package.json`)('@fugood/llama.node');
const context = await loadModel({ model: file, n_ctx: 4096, n_threads: 2, n_gpu_layers: 0 });
let [called, right] = [0, 0];
for (const asked of questions) {
  const { tool_calls: calls = [], text } = await context.completion({
    messages: [{ role: 'user', content: asked.question }],
    tools: TOOLS,
    tool_choice: 'auto',
    jinja: true,
    temperature: 0,
    n_predict: 128,
  });
  const isRight = isRightCall(calls[0], asked);
  called += calls.length > 0 ? 1 : 0;
  right += isRight ? 1 : 0;
  if (!isRight) console.log(JSON.stringify({ question: asked.question, call: calls[0], text }));
}
console.log(`${questions.length} questions, ${called} recognised, ${right} right`);
process.exit(0);
