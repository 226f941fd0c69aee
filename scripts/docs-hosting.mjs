// npm run docs:hosting: starts every server of e2e/hosts, visits it, and writes the table of docs/hosting.md.
import { installServers, run } from './install.mjs';
import { findChromium } from './platform.mjs';

installServers();
const browser = findChromium();
run(process.execPath, ['node_modules/@playwright/test/cli.js', 'test', 'hosts'], {
  advice: 'See the lines above for the reason.',
  env: {
    ALCOVE_FULL: '1',
    ALCOVE_WRITE_DOCS: '1',
    ...(browser ? { CHROMIUM_PATH: browser } : {}),
  },
});
