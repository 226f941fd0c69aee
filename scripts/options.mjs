// Options of `npm start`, from the command line or the environment.

const USAGE = `npm start -- [options]

  --port <number>  port to listen on; default 4173, another one where it is taken (PORT)
  --host <address> address to listen on; default 127.0.0.1, this machine only (HOST)
  --open           opens the page in the default browser
  --help           shows this`;

export const DEFAULT_PORT = 4173;

/** @throws Error with a sentence for a person. */
export function parseOptions(args, env = {}) {
  const found = {
    port: env.PORT ? parsePort(env.PORT, 'PORT') : DEFAULT_PORT,
    host: env.HOST || '127.0.0.1',
    open: false,
    help: false,
  };
  const rest = args.flatMap((arg) => (/^--\w+=/.test(arg) ? splitAtEquals(arg) : [arg]));
  while (rest.length > 0) {
    const name = rest.shift();
    switch (name) {
      case '--port':
        found.port = parsePort(rest.shift(), name);
        break;
      case '--host':
        found.host = parseHost(rest.shift());
        break;
      case '--open':
        found.open = true;
        break;
      case '--help':
      case '-h':
        found.help = true;
        break;
      default:
        throw new Error(`There is no option "${name}". npm start -- --help lists them.`);
    }
  }
  return found;
}

/** The same for this process: prints the help or what is wrong, and ends. */
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

function parseHost(text) {
  if (text && !text.startsWith('-')) return text;
  throw new Error('--host needs an address, such as 0.0.0.0 for every network of this machine.');
}
