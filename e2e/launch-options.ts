import { findChromium } from '#scripts/platform.mjs';

const executablePath = findChromium();

/**
 * Chromium draws the suggestions of the address bar in two pages of its own for each window, which no test looks at: a
 * tenth of the processor time of a visit. The last list of features replaces Playwright's, of which these concern tests.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
];

/** The system's Chromium without background network requests. */
export const LAUNCH_OPTIONS = {
  ...(executablePath ? { executablePath } : {}),
  args: [
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    `--disable-features=${DISABLED_FEATURES.join(',')}`,
  ],
};

/** The same with a software GPU. */
export const SOFTWARE_WEBGPU = {
  ...LAUNCH_OPTIONS,
  args: [...LAUNCH_OPTIONS.args, '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'],
};
