import { Hono } from 'hono';
import type { Call } from '#api/call/call.ts';
import type { Endpoint } from '#contract/endpoints/endpoint.ts';
import { ENDPOINTS, type EndpointName } from '#contract/endpoints/endpoints.ts';
import { servicePath } from '#contract/paths.ts';
import { methodNotAllowed, unknownUrl } from '#contract/service-errors.ts';

export type Handler = (call: Call) => Response | Promise<Response>;

/** The record of an endpoint and its handler. */
interface Found {
  endpoint: Endpoint;
  handle: Handler;
}

type Env = { Bindings: { call: Call } };

/**
 * The routes of the endpoint table. `answer` gets the endpoint of a request; `fail` the thrown error.
 * HEAD is answered as GET, OPTIONS everywhere.
 */
export function createRouter(
  handlers: Readonly<Record<EndpointName, Handler>>,
  answer: (call: Call, found: Found) => Promise<Response>,
  fail: (call: Call, reason: unknown) => Response,
): (call: Call) => Promise<Response> {
  const app = new Hono<Env>({ getPath: ({ url }) => servicePath(new URL(url).pathname) });
  app.options('*', () => new Response(null, { status: 204 }));
  for (const record of ENDPOINTS) {
    const found = { endpoint: record, handle: handlers[record.name] };
    app.on(record.method, routeOf(record), (c) => {
      const { call } = c.env;
      call.params = c.req.param() as Record<string, string>;
      return answer(call, found);
    });
  }
  // After all methods of all paths: whatever comes here is a wrong one.
  for (const [route, allowed] of allowedMethods()) {
    app.all(route, ({ req }) => {
      throw methodNotAllowed(req.raw.method, new URL(req.url).pathname, allowed);
    });
  }
  app.notFound((c) => fail(c.env.call, unknownUrl(c.req.method, new URL(c.req.url).pathname)));
  app.onError((reason, c) => fail(c.env.call, reason));
  return async (call) => app.fetch(call.request, { call });
}

/** `/v1/models/{id}` as Hono writes it: `/v1/models/:id{.+}`. */
function routeOf({ path, params = {} }: Endpoint): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => `:${name}{${params[name] ?? '[^/]+'}}`);
}

/** Methods of each route, in the order of the `Allow` header. */
function allowedMethods(): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  for (const record of ENDPOINTS as readonly Endpoint[]) {
    const own = record.method === 'GET' ? ['GET', 'HEAD'] : [record.method];
    methods.set(routeOf(record), [...(methods.get(routeOf(record)) ?? []), ...own]);
  }
  return new Map([...methods].map(([route, own]) => [route, [...own, 'OPTIONS']]));
}
