// npm start: installs what is missing, builds, serves on localhost and prints the address.
import { installPackages, requireNode, run, say } from './install.mjs';

requireNode();
installPackages();
say('Building');
run(process.execPath, ['scripts/build.mjs'], { advice: 'The lines above say where.' });
const { serve } = await import('./serve.mjs');
const wanted = Number(process.env.PORT ?? 4173);
const { url } = await serve({ port: wanted }).catch((error) => {
  if (error.code !== 'EADDRINUSE') throw error;
  say(`Port ${wanted} is taken; using another`);
  return serve({ port: 0 });
});
say(`Alcove is at ${url}  (Ctrl + C ends it)`);
