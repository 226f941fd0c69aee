import { errorAnswer, errorEvent } from '#contract/answers/error-answer.ts';
import { messageError } from '#contract/answers/messages-answer.ts';
import type { Endpoint } from '#contract/endpoints/endpoint.ts';
import { ENDPOINTS } from '#contract/endpoints/endpoints.ts';
import { servicePath } from '#contract/paths.ts';
import { z } from '#contract/zod.ts';
import { check, type Target } from './try-case.ts';

/** The same target, with every answer checked against `/openapi.json`. */
export function checkingAnswers(target: Target): Target {
  return {
    ...target,
    fetch: async (path, init) => {
      const response = await target.fetch(path, init);
      await checkAnswer(init?.method ?? 'GET', path, response.clone());
      return response;
    },
  };
}

async function checkAnswer(method: string, path: string, response: Response): Promise<void> {
  const type = response.headers.get('content-type') ?? '';
  const text = await response.text();
  const what = `${method} ${path} ${response.status}`;
  const isMessages = path.startsWith('/v1/messages');
  const error = isMessages ? messageError : errorAnswer;
  if (response.status !== 200) return follows(error, JSON.parse(text), what);
  const found = findEndpoint(method, path);
  check(found, `${what}: not in the table of endpoints`);
  const { json, events, hasText, hasBytes } = found.response;
  if (type === 'application/octet-stream' && hasBytes) return;
  if (type === 'application/json' && json) return follows(json, JSON.parse(text), what);
  if (type.startsWith('text/event-stream') && events) {
    for (const event of readEvents(text)) follows(z.union([events, errorEvent]), event, what);
    return;
  }
  check(type.startsWith('text/plain') && hasText, `${what}: ${type} is not documented`);
}

function follows(schema: z.ZodType, value: unknown, what: string): void {
  const { error } = schema.safeParse(value);
  check(!error, `${what}: ${error && z.prettifyError(error)}\n${JSON.stringify(value)}`);
}

function findEndpoint(method: string, path: string): Endpoint | undefined {
  return ENDPOINTS.find((endpoint: Endpoint) => {
    const pattern = endpoint.path.replace(/\{(\w+)\}/g, (_, name) => endpoint.params?.[name] ?? '');
    return endpoint.method === method && new RegExp(`^${pattern}$`).test(servicePath(path));
  });
}

function readEvents(text: string): unknown[] {
  return text
    .split('\n\n')
    .filter((event) => event.startsWith('data: {'))
    .map((event) => JSON.parse(event.slice('data: '.length)) as unknown);
}
