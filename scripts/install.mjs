// Installs what is missing: packages, and for the tests a Chromium and ffmpeg. Says what it does.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);

export function say(text) {
  console.log(`\n▸ ${text}`);
}

/** Runs a command with its output shown; ends this process with a sentence when it fails. */
export function run(command, args, { advice, env = {} } = {}) {
  const done = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  if (done.status === 0) return;
  console.error(`\n✖ ${[command, ...args].join(' ')} failed. ${advice ?? ''}`.trim());
  process.exit(done.status ?? 1);
}

function succeeds(command, args) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(
    `✖ Alcove needs Node 20.19 or newer; this is ${process.versions.node}. Install a newer Node and try again.`,
  );
  process.exit(1);
}

export function installPackages() {
  if (existsSync('node_modules/.package-lock.json') && succeeds('npm', ['ls', '--depth=0'])) return;
  say('Installing packages');
  run('npm', ['ci', '--no-audit', '--no-fund'], { advice: 'Check the network and run it again.' });
}

const CHROMIUMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export function findChromium() {
  return [process.env.CHROMIUM_PATH, ...CHROMIUMS].find((path) => path && existsSync(path));
}

/** The system's browser first, the distribution's package second, Playwright's download last. */
export function installChromium() {
  if (findChromium()) return;
  if (installWithApt(['chromium']) && findChromium()) return;
  say("Downloading Playwright's Chromium");
  const require = createRequire(import.meta.url);
  run(process.execPath, [require.resolve('@playwright/test/cli'), 'install', 'chromium'], {
    advice: 'Install Chromium yourself and name it in CHROMIUM_PATH.',
  });
}

/** The tests make their audio files with ffmpeg. */
export function installFfmpeg() {
  if (succeeds('ffmpeg', ['-version'])) return;
  if (installWithApt(['ffmpeg'])) return;
  console.error('✖ The tests need ffmpeg to make audio files. Install it and run the tests again.');
  process.exit(1);
}

/** One test opens an exported file in numpy; without it that test says so and is skipped. */
export function installNumpy() {
  const pythons = ['python3', '/usr/bin/python3'];
  if (pythons.some((python) => succeeds(python, ['-c', 'import numpy']))) return;
  installWithApt(['python3-numpy']);
}

function installWithApt(packages) {
  if (process.getuid?.() !== 0 || !succeeds('apt-get', ['--version'])) return false;
  say(`Installing ${packages.join(', ')} from the distribution`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
  return (
    spawnSync('apt-get', ['install', '-y', '-qq', ...packages], { stdio: 'inherit', env })
      .status === 0
  );
}
