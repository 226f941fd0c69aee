// npm run screenshots: every page and state in Chromium; a pattern as argument limits them.
// npm run screenshots -- --recording: docs/alcove.webp, the recording of the README.
// npm run screenshots -- --engine Firefox (or WebKit): every page in another engine.
import { installClients, installEngines, run } from './install.mjs';

const [first, engine, ...rest] = process.argv.slice(2);
const advice = 'See the lines above for the reason.';
if (first === '--recording') {
  run(process.execPath, ['e2e/recording.mjs'], { advice });
} else if (first !== '--engine') {
  run(process.execPath, ['e2e/screenshots.mjs', ...process.argv.slice(2)], { advice });
} else if (!['Chromium', 'Firefox', 'WebKit'].includes(engine)) {
  console.error('✖ --engine needs Chromium, Firefox or WebKit.');
  process.exit(1);
} else {
  installEngines();
  installClients();
  const args = ['test', 'screenshots', `--project=${engine}`, ...rest];
  const env = { ALCOVE_FULL: '1' };
  run(process.execPath, ['node_modules/@playwright/test/cli.js', ...args], { advice, env });
}
