import { findChromium } from '#scripts/platform.mjs';

const executablePath = findChromium();

/** The system's Chromium without background network requests. */
export const LAUNCH_OPTIONS = {
  ...(executablePath ? { executablePath } : {}),
  args: [
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
};

/** The same with a software GPU. */
export const SOFTWARE_WEBGPU = {
  ...LAUNCH_OPTIONS,
  args: [...LAUNCH_OPTIONS.args, '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'],
};
