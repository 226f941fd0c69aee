// npm test: installs missing packages, then the checks, the build, its sizes, and a browser.
import { runChecks } from './checks.mjs';
import {
  installChromium,
  installClients,
  installEngines,
  installFfmpeg,
  installNumpy,
  installPackages,
  installServers,
  requireNode,
  run,
  say,
} from './install.mjs';
import { findChromium } from './platform.mjs';

requireNode();
installPackages();
installClients();
await installChromium();
installEngines();
installServers();
installFfmpeg();
installNumpy();
const browser = findChromium();
const advice = 'See the lines above for the reason.';

await runChecks();
say('Build');
run(process.execPath, ['scripts/build.mjs'], { advice });
say('Size budgets');
run(process.execPath, ['scripts/check-sizes.mjs'], { advice });
say('End to end');
run(process.execPath, ['node_modules/@playwright/test/cli.js', 'test', ...process.argv.slice(2)], {
  advice,
  env: browser ? { CHROMIUM_PATH: browser } : {},
});
say('All passed');
