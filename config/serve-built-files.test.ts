import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { serveBuiltFiles } from './serve-built-files.ts';

type Middleware = (
  request: Pick<IncomingMessage, 'url'>,
  response: Pick<ServerResponse, 'setHeader' | 'end'>,
  next: (error?: unknown) => void,
) => void;

/** A development server with this plugin alone. */
function openServer() {
  let handle: Middleware | null = null;
  const server = {
    middlewares: {
      use: (added: Middleware) => {
        handle = added;
      },
    },
    ssrLoadModule: () => import('#contract/openapi.ts'),
  };
  const { configureServer } = serveBuiltFiles('1.2.3');
  if (typeof configureServer !== 'function') throw new Error('The plugin serves nothing.');
  Reflect.apply(configureServer, {}, [server]);
  return (url: string) =>
    new Promise<{ type: string; text: string } | null>((resolve, reject) => {
      let type = '';
      const response = {
        setHeader: (_: string, value: string) => {
          type = value;
        },
        end: (text: string) => resolve({ type, text }),
      };
      const next = (error?: unknown) => (error ? reject(error) : resolve(null));
      handle?.({ url }, response as never, next);
    });
}

test('development serves the service worker, without which nothing answers /v1', async () => {
  const found = await openServer()('/service-worker.js');
  expect(found?.type).toBe('text/javascript');
  expect(found?.text).toMatch(/respondWith/);
  expect(found?.text).not.toMatch(/^import /m);
});

test('development serves the reference of the Developer page', async () => {
  const found = await openServer()('/openapi.json?x');
  expect(found?.type).toBe('application/json');
  expect(JSON.parse(found?.text ?? '')).toMatchObject({
    info: { version: '1.2.3' },
    components: expect.any(Object),
  });
});

test('everything else is left to the server', async () => {
  expect(await openServer()('/src/main.tsx')).toBeNull();
});
