// npm run test:soak: the tests of which every change runs a part, as often as is promised: a hundred kills, a thousand
// schemas, two hundred tool sets, a hundred conversations, every family of models on the graphics chip too. Twenty minutes.
import { findChromium, run, say } from './install.mjs';

const browser = findChromium();
const env = { ALCOVE_SOAK: '1', ...(browser ? { CHROMIUM_PATH: browser } : {}) };
const advice = 'The lines above say what is wrong.';
say('Build');
run(process.execPath, ['scripts/build.mjs'], { advice });
say('Soak');
const playwright = ['node_modules/@playwright/test/cli.js', 'test'];
run(
  process.execPath,
  [...playwright, 'crash', 'grammar', 'kv-reuse', 'shapes', 'webgpu', 'webllm'],
  {
    advice,
    env,
  },
);
