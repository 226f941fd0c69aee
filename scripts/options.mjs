// Options of `alcove` (`npx alcove`, `npm start`), from the command line or the environment.

const USAGE = `alcove [options]        (npx alcove, or npm start -- [options])

Serves Alcove, and passes requests of other programs to /v1 on to the tab that runs the models.

  --port <number>      port to listen on; default 4173, another one where that is taken (PORT)
  --host <address>     address to listen on; default 127.0.0.1, this machine only (HOST)
  --allow-lan          needed with any other --host: anyone who reaches this machine and has an API key can then use the
                       models, over plain http, which others on the network can read
  --allow-host <name>  a further name it is called by, such as the one behind a proxy; may be repeated
  --origin <origin>    a site that may call it from its pages, such as https://example.org, app://obsidian.md, or
                       http://localhost:* for every port of this machine; may be repeated
  --ollama             also answers on port 11434 as Ollama does (or the one of OLLAMA_HOST), and programs of this machine
                       that send no key with the key in ALCOVE_API_KEY, or the one of --headless
  --quiet              prints no line for each request
  --open               opens the page in the default browser, paired
  --headless           starts an installed Chrome, Edge or Chromium without a window to run the models
  --browser <path>     the browser that --headless starts
  --key-file <path>    where --headless stores its API key
  --data <folder>      where models, pairings, the key and the profile of --headless are stored (ALCOVE_DATA)
  --chat               first fetches the recommended chat model, unless one was fetched
  --hub <address>      where --chat and pull ask for models; default https://huggingface.co (HF_ENDPOINT)
  --help               shows this

alcove init <folder>   copies what a site has to serve to answer /v1 in its own pages, such as public/ (docs/embed.md);
                       with --webgpu also what models need to run on a GPU (27 MB)
alcove pull <model>    fetches a model once, for every browser that opens this server: a short name such as
                       qwen2.5-coder-0.5b, a model of the hub as owner/name, or a folder with its files
alcove pull <file>     the same from a pack, which another Alcove made: no network is needed
alcove pack [models]   writes models that were fetched, all where none is named, into one file, with their licences and
                       hashes; --out <file> names it
alcove list            lists the models that were fetched
alcove rm <model>      removes one
alcove key             prints the API key of --headless, and waits for its first start where there is none`;

export const DEFAULT_PORT = 4173;
/** Ollama's own. */
const OLLAMA_PORT = 11_434;
const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

/** @throws Error with a sentence for a person. */
export function parseOptions(args, env = {}) {
  const found = {
    command: 'serve',
    /** The folder of `init`; null for none. */
    folder: null,
    webgpu: false,
    /** The model that a command is about; null for none. */
    model: null,
    /** The models of `pack`; none for all. */
    models: [],
    /** The file that `pack` writes; null for one in this folder. */
    out: null,
    chat: false,
    /** Address of the hub; null for the default one. */
    hub: env.HF_ENDPOINT ? parseHub(env.HF_ENDPOINT, 'HF_ENDPOINT') : null,
    port: env.PORT ? parsePort(env.PORT, 'PORT') : DEFAULT_PORT,
    /** Whether clients expect this port: then no other one is used. */
    isPortGiven: Boolean(env.PORT),
    host: env.HOST || '127.0.0.1',
    allowLan: env.ALCOVE_ALLOW_LAN === '1',
    allowHosts: (env.ALCOVE_ALLOW_HOST ?? '').split(',').filter(Boolean),
    origins: [],
    open: false,
    headless: false,
    quiet: false,
    ollama: false,
    ollamaPort: OLLAMA_PORT,
    /** For programs that send none, with --ollama. */
    apiKey: env.ALCOVE_API_KEY || null,
    browser: null,
    keyFile: null,
    data: env.ALCOVE_DATA || null,
    help: false,
  };
  const rest = args.flatMap((arg) => (/^--[\w-]+=/.test(arg) ? splitAtEquals(arg) : [arg]));
  while (rest.length > 0) {
    const name = rest.shift();
    switch (name) {
      case 'key':
      case 'list':
        found.command = name;
        break;
      case 'pack':
        found.command = name;
        found.models = takeNames(rest);
        break;
      case '--out':
        found.out = parseText(rest.shift(), '--out needs the file that the pack is written to.');
        break;
      case 'pull':
      case 'rm':
        found.command = name;
        found.model = takeNames(rest, 1)[0] ?? null;
        break;
      case 'init':
        found.command = name;
        found.folder = parseText(
          rest.shift(),
          'alcove init needs the folder whose files your site serves, such as public/.',
        );
        break;
      case '--webgpu':
        found.webgpu = true;
        break;
      case '--chat':
        found.chat = true;
        break;
      case '--hub':
        found.hub = parseHub(rest.shift(), name);
        break;
      case '--port':
        found.port = parsePort(rest.shift(), name);
        found.isPortGiven = true;
        break;
      case '--host':
        found.host = parseText(
          rest.shift(),
          '--host needs an address, such as 0.0.0.0 for every network of this machine.',
        );
        break;
      case '--allow-host':
        found.allowHosts.push(
          parseText(rest.shift(), '--allow-host needs a name, such as alcove.example.org.'),
        );
        break;
      case '--origin':
        found.origins.push(parseOrigin(rest.shift()));
        break;
      case '--browser':
        found.browser = parseText(rest.shift(), '--browser needs the path of a browser.');
        break;
      case '--key-file':
        found.keyFile = parseText(rest.shift(), '--key-file needs a path.');
        break;
      case '--data':
        found.data = parseText(rest.shift(), '--data needs a folder.');
        break;
      case '--allow-lan':
        found.allowLan = true;
        break;
      case '--open':
        found.open = true;
        break;
      case '--ollama':
        found.ollama = true;
        found.ollamaPort = portOfOllama(env.OLLAMA_HOST);
        break;
      case '--quiet':
        found.quiet = true;
        break;
      case '--headless':
        found.headless = true;
        break;
      case '--help':
      case '-h':
        found.help = true;
        break;
      default:
        throw new Error(`There is no option "${name}". alcove --help lists them.`);
    }
  }
  if (!found.help && !found.allowLan && !LOOPBACK.has(found.host)) {
    throw new Error(
      `--host ${found.host} lets other machines reach the models. Add --allow-lan if that is meant: anyone with an API key can use them, and plain http can be read on the way.`,
    );
  }
  return found;
}

/** Takes what follows a command up to its first option. */
function takeNames(rest, max = rest.length) {
  const end = rest.findIndex((one) => one.startsWith('--'));
  return rest.splice(0, Math.min(max, end < 0 ? rest.length : end));
}

/** The same for this process: prints the help or the error, and exits. */
export function readOptions() {
  try {
    const options = parseOptions(process.argv.slice(2), process.env);
    if (!options.help) return options;
    console.log(USAGE);
    process.exit(0);
  } catch (error) {
    console.error(`✖ ${error.message}`);
    process.exit(1);
  }
}

function splitAtEquals(arg) {
  const at = arg.indexOf('=');
  return [arg.slice(0, at), arg.slice(at + 1)];
}

function parsePort(text, name) {
  const port = /^\d{1,5}$/.test(text ?? '') ? Number(text) : Number.NaN;
  if (port >= 0 && port <= 65_535) return port;
  const given = text === undefined ? 'nothing was given' : `"${text}" is not`;
  throw new Error(
    `${name} needs a number from 0 to 65535; ${given}${text === undefined ? '' : ' one'}.`,
  );
}

/** The port of an address as Ollama reads it: `http://name:1`, `name:1`, `:1` or a name alone. */
function portOfOllama(address = '') {
  const [, port] = /:(\d*)\/?$/.exec(address.trim()) ?? [];
  return port === undefined ? OLLAMA_PORT : parsePort(port, 'The port in OLLAMA_HOST');
}

function parseText(text, problem) {
  if (text && !text.startsWith('-')) return text;
  throw new Error(problem);
}

function parseHub(text, name) {
  const isAddress = /^https?:/i.test(text ?? '') && URL.canParse(text);
  if (isAddress) return text.replace(/\/+$/, '');
  throw new Error(`${name} needs the address of a model hub, such as https://huggingface.co.`);
}

/** An origin as browsers send it. */
function parseOrigin(text) {
  const problem = '--origin needs the address of a site, such as https://example.org.';
  const given = parseText(text, problem);
  if (/^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\]):\*$/i.test(given)) return given.toLowerCase();
  // Apps and extensions have schemes of their own. Files are left out: any file of the disk could call.
  const own = /^([a-z][a-z0-9+.-]*):\/\/[\w.-]+(?::\d+)?/i.exec(given);
  if (!own || !URL.canParse(given) || /^(?:file|data|blob)$/i.test(own[1]))
    throw new Error(problem);
  return /^https?$/i.test(own[1]) ? new URL(given).origin : own[0];
}
