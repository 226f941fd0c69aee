import { afterEach, expect, test, vi } from 'vitest';
import { createTestPorts } from '#testing/test-ports.ts';
import { firstCallCode } from './first-call-code.ts';
import { FirstCallSession } from './first-call-session.ts';

/** With what a string in code has to escape. */
const QUESTION = 'Why "that"? It\'s C:\\"new"\n';

afterEach(() => vi.unstubAllGlobals());

async function open(answer: () => Promise<Response>) {
  const { ports } = await createTestPorts();
  const requests: { path: string; init: RequestInit }[] = [];
  const fetch = (path: string, init: RequestInit) => {
    requests.push({ path, init });
    return answer();
  };
  vi.stubGlobal('alcove', { fetch });
  let keys = 0;
  ports.control = async () => `alc_${++keys}` as never;
  return { session: new FirstCallSession(ports), requests };
}

const answered = async () => Response.json({ choices: [{ message: { content: 'A vector.' } }] });

test('one press creates the key and shows the answer; the next one uses the same key', async () => {
  const { session, requests } = await open(answered);
  await session.run('m-1', 'What is an embedding?');
  await session.run('m-1', 'Again?');
  expect(session.state.getState()).toEqual({
    key: 'alc_1',
    isRunning: false,
    answer: { text: 'A vector.', status: 200, isError: false },
  });
  const headers = requests.map(({ init }) => new Headers(init.headers).get('authorization'));
  expect(headers).toEqual(['Bearer alc_1', 'Bearer alc_1']);
});

test('the shown code and the button send the same request', async () => {
  const { session, requests } = await open(answered);
  await session.run('m-1', QUESTION);
  let shown: { path: string; init: RequestInit } | undefined;
  const fetch = async (path: string, init: RequestInit) => {
    shown = { path, init };
    return answered();
  };
  const code = firstCallCode('alc_1', 'm-1', QUESTION);
  await new Function('fetch', 'console', `return (async () => {${code}})()`)(fetch, { log() {} });
  expect(shown).toEqual(requests[0]);
});

test('a refusal and a failure are shown as sentences', async () => {
  const refused = await open(async () =>
    Response.json({ error: { message: 'No.' } }, { status: 429 }),
  );
  await refused.session.run('m', 'q');
  expect(refused.session.state.getState().answer).toEqual({
    text: 'No.',
    status: 429,
    isError: true,
  });
  const failed = await open(() => Promise.reject(new Error('There is no network.')));
  await failed.session.run('m', 'q');
  expect(failed.session.state.getState()).toMatchObject({
    isRunning: false,
    answer: { isError: true },
  });
});
