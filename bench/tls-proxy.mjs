// HTTP/2 in front of a server without it, as Caddy or nginx would be: over HTTP/1.1 a browser opens at most six
// connections to a host. Its certificate is made when it starts; a browser takes it with TLS_ARGS.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createSecureServer } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream';

/** Switches of Chromium. */
export const TLS_ARGS = ['--ignore-certificate-errors'];
/** What belongs to one connection alone. */
const HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'host', 'upgrade']);

/** @param target address of the server, without a path. @returns the address to use instead, and what ends it */
export async function openTlsProxy(target) {
  const server = createSecureServer({ ...makeCertificate(), allowHTTP1: true }, (from, to) => {
    const headers = clean(from.headers);
    const call = request(new URL(from.url, target), { method: from.method, headers }, (answer) => {
      to.writeHead(answer.statusCode, clean(answer.headers));
      pipeline(answer, to, () => {});
    });
    // A client that goes ends the call; a server that breaks off ends the answer.
    to.on('close', () => call.destroy());
    call.on('error', () => to.stream.close());
    from.pipe(call);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `https://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

function clean(headers) {
  const all = Object.entries(headers);
  return Object.fromEntries(all.filter(([name]) => !name.startsWith(':') && !HOP.has(name)));
}

function makeCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-tls-'));
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder, name));
  try {
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
        .concat(['-days', '2', '-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'])
        .concat(['-keyout', key, '-out', cert]),
      { stdio: 'ignore' },
    );
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
