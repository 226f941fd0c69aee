#!/usr/bin/env node
// The command `alcove`, and npm start: in a checkout installs missing packages and builds changes; serves,
// passes requests of other programs on to the open tab, and prints the address.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { installPackages, openInBrowser, requireNode, run, say, startFolder } from './install.mjs';
import { readOptions } from './options.mjs';

requireNode();
const options = readOptions();
const { port, host } = options;
const isCheckout = existsSync('src');
if (options.command === 'init') await init(resolve(startFolder, options.folder));
// An installed package is built.
if (isCheckout) {
  installPackages({ forTests: false });
  const { isCurrent } = await import('./build-inputs.mjs');
  if (!(await isCurrent('dist', '/'))) {
    say('Building');
    // Another folder or base is only passed when building alone.
    const env = { BASE: '', OUT: '' };
    run(process.execPath, ['scripts/build.mjs'], { advice: 'The lines above say where.', env });
  }
}
// In the package for other sites the app is a package of its own.
const { findApp, serve } = await import('./serve.mjs');
if (options.command === 'serve' && findApp() === null) {
  console.error(
    '✖ The app is a package of its own: "node scripts/pack-app.mjs <folder>" in a checkout of Alcove writes it. Install that file, then start again. "alcove init" needs no app.',
  );
  process.exit(1);
}
const { alcove } = await import(new URL('../build/server.js', import.meta.url).href);
const fromStart = (path) => path && resolve(startFolder, path);
const files = alcove.dataFiles({
  data: fromStart(options.data),
  keyFile: fromStart(options.keyFile),
});
if (options.command === 'key') {
  const key = await firstKey(files.key);
  if (key !== null) console.log(key);
  else {
    console.error(
      `✖ There is no key in ${files.key}. "alcove --headless" makes one when it first starts.`,
    );
  }
  process.exit(key === null ? 1 : 0);
}
const forModels = { models: files.models, hub: options.hub, say };
switch (options.command) {
  case 'pull':
    process.exit(await alcove.pullCommand(atStart(options.model), forModels));
    break;
  case 'pack':
    process.exit(
      await alcove.packCommand(options.models, fromStart(options.out ?? '.'), forModels),
    );
    break;
  case 'list':
    process.exit(alcove.listCommand(forModels));
    break;
  case 'rm':
    process.exit(alcove.removeCommand(options.model, forModels));
    break;
  default:
    if (options.chat) await alcove.pullRecommended(forModels);
}
/** Never returns. */
async function init(folder) {
  if (isCheckout) {
    installPackages({ forTests: false });
    await (await import('./build-package.mjs')).buildPackage();
  }
  const { initSite } = await import('./init.mjs');
  try {
    const place = await initSite(folder, options);
    console.log(`Copied alcove-service-worker.js to ${folder}, and all else to ${place}.`);
    console.log(
      "In a page: import { startAlcove } from 'alcove' (without a bundler '/alcove/alcove.js'); await startAlcove({ models: […] });",
    );
    process.exit(0);
  } catch (error) {
    console.error(`✖ ${error.message}`);
    process.exit(1);
  }
}
/** A folder is meant from where the command was given; any other name stays. */
function atStart(model) {
  const path = fromStart(model);
  return path && existsSync(path) ? path : model;
}
/** The stored key; one that a first start is about to make is worth a wait. Null when none came. */
async function firstKey(path) {
  const until = Date.now() + 60_000;
  for (let tries = 0; ; tries++) {
    const key = alcove.readKey(path);
    if (key !== null || Date.now() > until) return key;
    if (tries === 0) console.error('Waiting for "alcove --headless" to make the key …');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
const bridge = alcove.createBridge({
  pairingFile: files.pairings,
  allowHosts: options.allowHosts,
  origins: options.origins,
  isLan: options.allowLan,
  isHeadless: options.headless,
  log: options.quiet ? null : say,
  keyForKeyless: () =>
    options.ollama
      ? (options.apiKey ?? (options.headless ? alcove.readKey(files.key) : null))
      : null,
  say,
  models: files.models,
});
const common = { host, first: bridge.first, serverOptions: alcove.SERVER_OPTIONS };
const { server, url } = await serve({ ...common, port }).catch((error) => {
  // Clients are set to a given address, and the key of a browser without a window belongs to its own.
  if (error.code === 'EADDRINUSE' && !options.headless && !options.isPortGiven) {
    say(`Port ${port} is taken; using another`);
    return serve({ ...common, port: 0 });
  }
  const reasons = {
    EADDRINUSE: `Port ${port} is taken; choose another with --port.`,
    EADDRNOTAVAIL: `This machine has no address ${host}.`,
    ENOTFOUND: `There is no host "${host}".`,
    ENOENT: 'The app is not built: the folder dist is missing or incomplete.',
    EACCES: `Port ${port} needs more rights; choose one above 1023.`,
  };
  console.error(`✖ ${reasons[error.code] ?? error.message}`);
  process.exit(1);
});
bridge.attach(server, url);
if (options.ollama) await serveAsOllama();

/** Programs that know Ollama look for it at its port, on this machine alone. */
async function serveAsOllama() {
  const { ollamaPort } = options;
  try {
    const ollama = await serve({ ...common, host: '127.0.0.1', port: ollamaPort });
    bridge.attach(ollama.server, null);
    say(`Programs that speak Ollama can use http://localhost:${ollamaPort}`);
  } catch (error) {
    if (error.code !== 'EADDRINUSE') throw error;
    say(
      `Port ${ollamaPort} is taken: is Ollama running? Set OLLAMA_HOST=${url} in a program instead.`,
    );
  }
  if (options.apiKey === null && !options.headless)
    say('Programs must send an API key, or start it with ALCOVE_API_KEY set to one.');
}
if (options.allowLan)
  say('Other machines can reach this server. Requests need an API key; plain http hides nothing.');
if (options.headless) {
  await alcove.runHeadless({ bridge, url, files, browser: options.browser, say }).catch((error) => {
    console.error(`✖ ${error.message}`);
    process.exit(1);
  });
} else {
  alcove.onSignal(() => bridge.close());
  say(`Alcove is at ${url}  (Ctrl + C ends it)`);
  say(`To let other programs call it, pair a browser once: open ${bridge.pairingUrl}`);
  if (options.open) openInBrowser(alcove.writeOpenPage(files.openPage, bridge.pairingUrl));
}
