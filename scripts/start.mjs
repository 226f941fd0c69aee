// npm start: installs what is missing, builds what has changed, serves and prints the address.
import { installPackages, openInBrowser, requireNode, run, say } from './install.mjs';
import { readOptions } from './options.mjs';

requireNode();
const { port, host, open } = readOptions();
installPackages({ forTests: false });
const { isCurrent } = await import('./build-inputs.mjs');
if (!(await isCurrent('dist', '/'))) {
  say('Building');
  // Another folder or base is asked for when building alone.
  const env = { BASE: '', OUT: '' };
  run(process.execPath, ['scripts/build.mjs'], { advice: 'The lines above say where.', env });
}
const { serve } = await import('./serve.mjs');
const { url } = await serve({ port, host }).catch((error) => {
  if (error.code === 'EADDRINUSE') {
    say(`Port ${port} is taken; using another`);
    return serve({ port: 0, host });
  }
  const reasons = {
    EADDRNOTAVAIL: `This machine has no address ${host}.`,
    ENOTFOUND: `There is no host "${host}".`,
    EACCES: `Port ${port} needs more rights; choose one above 1023.`,
  };
  console.error(`✖ ${reasons[error.code] ?? error.message}`);
  process.exit(1);
});
say(`Alcove is at ${url}  (Ctrl + C ends it)`);
if (open) openInBrowser(url);
