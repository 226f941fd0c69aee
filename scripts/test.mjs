// npm test: installs what is missing, then types, lint, unused code, unit tests, build, e2e.
import {
  findChromium,
  installChromium,
  installFfmpeg,
  installNumpy,
  installPackages,
  requireNode,
  run,
  say,
} from './install.mjs';

requireNode();
installPackages();
installChromium();
installFfmpeg();
installNumpy();
const browser = findChromium();
const env = browser ? { CHROMIUM_PATH: browser } : {};
const node = (script, ...args) => [process.execPath, [`node_modules/${script}`, ...args]];
const advice = 'The lines above say what is wrong.';

say('Types');
for (const project of [
  'src/tsconfig.page.json',
  'src/tsconfig.worker.json',
  'tsconfig.node.json',
]) {
  run(...node('typescript/bin/tsc', '-p', project), { advice });
}
say('Lint and format');
run(...node('@biomejs/biome/bin/biome', 'check', '.'), { advice });
say('Unused code');
run(...node('knip/bin/knip.js', '--no-config-hints'), { advice });
say('Unit tests');
run(...node('vitest/vitest.mjs', 'run'), { advice });
say('Build');
run(process.execPath, ['scripts/build.mjs'], { advice });
say('Size budgets');
run(process.execPath, ['scripts/check-sizes.mjs'], { advice });
say('End to end');
run(...node('@playwright/test/cli.js', 'test'), { advice, env });
say('All passed');
