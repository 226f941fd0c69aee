// A small speech model that ships with the tests alone: it knows spoken digits and nothing else, in a second and with exact times.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fileOf } from '#scripts/platform.mjs';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));
export const FOLDER = fileURLToPath(new URL('models/alcove-digits', import.meta.url));
const PATH = '/models/alcove-digits';
const SAMPLE = '/samples/spoken-digits.flac';
const CARD = {
  id: 'alcove-digits',
  title: 'Digits',
  summary: 'Spoken English digits and numbers to text, no other words.',
  task: 'speech',
  contextTokens: 448,
  completionTokens: 448,
  downloadBytes: 2_400_000,
  memoryBytes: 150_000_000,
  can: { timestamps: true },
};
/** Where Whisper's card begins in a built script, with what all cards of embedded models share. */
const WHISPER = /\{(\.\.\.[\w$]+),id:(["'`])alcove-whisper\2/;

/** Handles the paths of the model, and of the scripts that list the app's models: in them it is listed too. `next` handles others. */
export async function createDigitsModel(next = async () => false) {
  const scripts = await addCard();
  return async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const script = scripts.get(pathname);
    const data = script ?? (await readModelFile(pathname));
    if (!data) return next(request, response);
    response.writeHead(200, {
      'content-type': script ? 'text/javascript' : typeOf(pathname),
      'cache-control': script ? 'public, max-age=31536000, immutable' : 'no-cache',
      'content-length': data.length,
    });
    response.end(data);
    return true;
  };
}

/** The built scripts that list the app's models, by path, with one model more. */
async function addCard() {
  const scripts = new Map();
  for (const name of await readdir(join(DIST, 'assets'))) {
    if (!name.endsWith('.js')) continue;
    const text = await readFile(join(DIST, 'assets', name), 'utf8');
    if (!WHISPER.test(text)) continue;
    const added = text.replace(
      WHISPER,
      (whisper, shared) => `{${shared},${JSON.stringify(CARD).slice(1)},${whisper}`,
    );
    scripts.set(`/assets/${name}`, Buffer.from(added));
  }
  if (scripts.size === 0) throw new Error('No script of dist/ lists the app’s models.');
  return scripts;
}

async function readModelFile(pathname) {
  if (pathname === SAMPLE) return readFile(new URL('data/spoken-digits.flac', import.meta.url));
  const path = pathname.startsWith(`${PATH}/`) && fileOf(FOLDER, pathname.slice(PATH.length));
  return path ? readFile(path).catch(() => null) : null;
}

function typeOf(pathname) {
  return pathname.endsWith('.json') ? 'application/json' : 'application/octet-stream';
}
