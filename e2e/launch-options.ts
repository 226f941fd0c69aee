import { existsSync } from 'node:fs';

const found = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
const executablePath = found.find((path) => path && existsSync(path));

/** The system's Chromium, kept from calling anyone by itself. */
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

/** The same with a graphics chip made of software. */
export const SOFTWARE_WEBGPU = {
  ...LAUNCH_OPTIONS,
  args: [...LAUNCH_OPTIONS.args, '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'],
};
