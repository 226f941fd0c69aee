// Installs missing packages, and for the tests browsers, ffmpeg and web servers. Reports its steps.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  findChromium,
  findFirefox,
  findOnPath,
  needsShell,
  npmCommand,
  openCommand,
  pythonCommand,
} from './platform.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const isHere = process.cwd() === root;
/**
 * Where the command was given: paths of its options are meant from there. npm starts a script of this checkout in its root;
 * a script of another project, in which alcove is installed, has paths from that project's root.
 */
export const startFolder = (isHere && process.env.INIT_CWD) || process.cwd();
// Threads cannot change it: tests run in them.
if (!isHere) process.chdir(root);

export function say(text) {
  console.log(`\n▸ ${text}`);
}

/** Runs a command with its output shown; ends this process with a sentence when it fails. */
export function run(command, args, { advice, env = {} } = {}) {
  const options = { stdio: 'inherit', env: { ...process.env, ...env }, shell: needsShell(command) };
  const done = spawnSync(command, args, options);
  if (done.status === 0) return;
  console.error(`\n✖ ${[command, ...args].join(' ')} failed. ${advice ?? ''}`.trim());
  process.exit(done.status ?? 1);
}

/** Opens an address in the person's browser; silent where there is none. */
export function openInBrowser(url) {
  const [command, args] = openCommand(url);
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

function succeeds(command, args) {
  return spawnSync(command, args, { stdio: 'ignore', shell: needsShell(command) }).status === 0;
}

export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(
    `✖ Alcove needs Node 22 or newer; this is ${process.versions.node}. Install it from nodejs.org and try again.`,
  );
  process.exit(1);
}

/** @param forTests Also what only checks and tests use. */
export function installPackages({ forTests = true } = {}) {
  const isInstalled = existsSync('node_modules/.package-lock.json');
  const omit = forTests ? [] : ['--omit=dev'];
  if (isInstalled && succeeds(...npmCommand(['ls', '--depth=0', ...omit]))) return;
  say('Installing packages');
  run(...npmCommand(['ci', '--no-audit', '--no-fund', ...omit]), {
    advice: 'Check the network and run it again.',
  });
}

/** API clients that only tests use, apart from the packages that `npm start` needs. */
export function installClients() {
  const folder = 'e2e/clients';
  const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '');
  const stamp = `${folder}/node_modules/.installed`;
  const lock = read(`${folder}/package-lock.json`);
  if (read(stamp) === lock) return;
  say('Installing API clients for the tests');
  run(...npmCommand(['ci', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error']), {
    advice: 'Check the network and run it again.',
  });
  writeFileSync(stamp, lock);
}

/** The system's browser first, the distribution's package second, Playwright's download last. */
export async function installChromium() {
  if (findChromium()) return;
  if (installWithApt(['chromium']) && findChromium()) return;
  say("Downloading Playwright's Chromium");
  const require = createRequire(import.meta.url);
  // Libraries of the system can be installed by its administrator only.
  const withLibraries = process.getuid?.() === 0 ? ['--with-deps'] : [];
  const cli = require.resolve('@playwright/test/cli');
  run(process.execPath, [cli, 'install', ...withLibraries, 'chromium'], {
    advice: 'Install Chromium yourself and name it in CHROMIUM_PATH.',
  });
  const { chromium } = await import('@playwright/test');
  const missing = missingLibraries(chromium.executablePath());
  if (missing.length === 0) return;
  console.error(
    `✖ Chromium needs libraries this system lacks: ${missing.join(', ')}. Run "sudo npx playwright install-deps chromium" and try again.`,
  );
  process.exit(1);
}

/** Names of shared libraries a program needs and Linux does not find; none elsewhere. */
function missingLibraries(path) {
  if (process.platform !== 'linux') return [];
  const { stdout } = spawnSync('ldd', [path], { encoding: 'utf8' });
  return readMissing(stdout ?? '');
}

/** @param listing What `ldd` prints. */
export function readMissing(listing) {
  return [...listing.matchAll(/^\s*(\S+) => not found$/gm)].map(([, name]) => name);
}

/** What drives WebKitGTK and the screen it draws on; undefined unless all of it is there. */
export function findWebKit() {
  const found = {
    browser: findMiniBrowser(),
    driver: findOnPath('WebKitWebDriver'),
    screen: findOnPath('Xvfb'),
  };
  return Object.values(found).every(Boolean) ? found : undefined;
}

/** WebKitGTK's small browser, which its WebDriver drives. */
function findMiniBrowser() {
  const folders = ['x86_64', 'aarch64'].map((cpu) => `/usr/lib/${cpu}-linux-gnu/webkit2gtk-4.1`);
  return folders.map((folder) => `${folder}/MiniBrowser`).find((path) => existsSync(path));
}

/** The other engines, for the checks that run in each. Where they cannot be installed, those checks say so. */
export function installEngines() {
  if (!findFirefox()) installWithApt(['firefox-esr']);
  if (!findWebKit())
    installWithApt(['webkit2gtk-driver', 'xvfb', 'python3-gi', 'gir1.2-webkit2-4.1']);
}

/** Web servers that a build is served by in the tests. Where they cannot be installed, those tests say so. */
export function installServers() {
  const missing = ['nginx', 'caddy'].filter((name) => !findServer(name));
  if (missing.length > 0) installWithApt(missing);
}

/** Distributions put web servers where only root's PATH leads. */
export const findServer = (name) =>
  findOnPath(name) ?? [`/usr/sbin/${name}`].find((path) => existsSync(path));

/** The tests make their audio files with ffmpeg. */
export function installFfmpeg() {
  if (succeeds('ffmpeg', ['-version'])) return;
  if (installWithApt(['ffmpeg']) || installWithBrew('ffmpeg')) return;
  const ways = { darwin: 'brew install ffmpeg', win32: 'winget install ffmpeg' };
  const way = ways[process.platform] ?? 'sudo apt-get install ffmpeg';
  console.error(`✖ The tests make audio files with ffmpeg. Install it ("${way}") and try again.`);
  process.exit(1);
}

function installWithBrew(name) {
  if (process.platform !== 'darwin' || !succeeds('brew', ['--version'])) return false;
  say(`Installing ${name} with Homebrew`);
  return spawnSync('brew', ['install', '--quiet', name], { stdio: 'inherit' }).status === 0;
}

/** One test opens an exported file in numpy; without it that test says so and is skipped. */
export function installNumpy() {
  const pythons = [pythonCommand(), '/usr/bin/python3'];
  if (pythons.some((python) => succeeds(python, ['-c', 'import numpy']))) return;
  installWithApt(['python3-numpy']);
}

/** A command becomes root's by these: nothing is installed on the machine of a person who is not root. */
const ROOT = [
  ...(process.getuid?.() === 0 ? [['env', 'DEBIAN_FRONTEND=noninteractive']] : []),
  ...(process.env.CI ? [['sudo', '-n', 'DEBIAN_FRONTEND=noninteractive']] : []),
];

function installWithApt(packages) {
  const [asRoot] = ROOT.filter(([command, ...args]) =>
    succeeds(command, [...args, 'apt-get', '--version']),
  );
  if (!asRoot) return false;
  say(`Installing ${packages.join(', ')} from the distribution`);
  const apt = (...args) => {
    const [command, ...rest] = [...asRoot, 'apt-get', ...args];
    return spawnSync(command, rest, { stdio: 'inherit' }).status === 0;
  };
  apt('update', '-qq');
  return apt('install', '-y', '-qq', ...packages);
}
