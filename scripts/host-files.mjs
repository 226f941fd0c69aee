// What static hosts read: headers in the forms of several of them, and the page for deep links.
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Writes `headers.json` (scripts/serve.mjs, nginx and Caddy samples), `_headers` (Netlify, Cloudflare
 * Pages) and `404.html` (GitHub Pages and others answer deep links with it).
 */
export async function writeHostFiles(out, base, { all, downloads, consent }) {
  // `npx alcove` answers with its own.
  await writeFile(join(out, 'bridge.json'), '{"bridge":null}\n');
  // A team that serves the app itself lists its providers here (docs/providers.md).
  await writeFile(join(out, 'alcove.json'), '{}\n');
  await writeFile(
    join(out, 'headers.json'),
    `${JSON.stringify({ all, downloads, consent }, null, 2)}\n`,
  );
  await writeFile(join(out, '_headers'), headersFile(base, { all, downloads, consent }));
  await copyFile(join(out, 'index.html'), join(out, '404.html'));
  if (base !== '/') await nameFolder(join(out, 'manifest.webmanifest'), base);
}

export function headersFile(base, { all, downloads, consent }) {
  const lines = (headers) => Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
  // A later rule would be joined to the first with a comma, so the one header that differs is taken back.
  const policy = 'content-security-policy';
  const opener = 'cross-origin-opener-policy';
  return [
    `${base}*`,
    ...lines(all),
    '',
    `${base}assets/*`,
    '  cache-control: public, max-age=31536000, immutable',
    '',
    `${base}assets/download-worker-*`,
    `  ! ${policy}`,
    `  ${policy}: ${downloads[policy]}`,
    '',
    `${base}connect`,
    `  ! ${opener}`,
    `  ${opener}: ${consent[opener]}`,
    '',
  ].join('\n');
}

/** Two apps of one origin must not be taken for the same one when they are installed. */
async function nameFolder(path, base) {
  const manifest = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(path, `${JSON.stringify({ ...manifest, id: base }, null, 2)}\n`);
}
