// npm run test:engines: the same checks in Chromium, Firefox and WebKit, as a table. ALCOVE_FULL=1: all of them.
import { installClients, installEngines, installFfmpeg, run } from './install.mjs';

installEngines();
installFfmpeg();
installClients();
const projects = ['Chromium', 'Firefox', 'WebKit'].map((name) => `--project=${name}`);
run(
  process.execPath,
  ['node_modules/@playwright/test/cli.js', 'test', ...projects, ...process.argv.slice(2)],
  { advice: 'See the lines above for the reason.', env: { ALCOVE_ENGINES: 'all' } },
);
