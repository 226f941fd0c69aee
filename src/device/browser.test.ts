import { expect, test } from 'vitest';
import { readBrowser } from './browser.ts';

const KHTML = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const IPHONE = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${KHTML}`;

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0', 'Firefox', false],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
    'Chrome',
    false,
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36',
    'Chrome',
    false,
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36 Edg/156.0',
    'Edge',
    false,
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${KHTML} Version/26.0 Safari/605.1.15`,
    'Safari',
    true,
  ],
  [`${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, 'Safari', true],
  [`${IPHONE} CriOS/150.0 Mobile/15E148 Safari/604.1`, 'Chrome', true],
  [`${IPHONE} FxiOS/150.0 Mobile/15E148 Safari/605.1.15`, 'Firefox', true],
  ['curl/8.0', 'This browser', false],
])('reads name and engine of %s', (userAgent, name, isWebKit) => {
  expect(readBrowser(userAgent)).toEqual({ name, isWebKit });
});
