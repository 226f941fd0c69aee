// npm run test:full: everything `npm test` runs, and the full versions of what it samples:
// a hundred crashes, a thousand schemas, every model family on WebGPU, long recordings.
import { run } from './install.mjs';

run(process.execPath, ['scripts/test.mjs', ...process.argv.slice(2)], {
  advice: 'See the lines above for the reason.',
  env: { ALCOVE_FULL: '1' },
});
