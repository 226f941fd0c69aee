import { expect, test } from 'vitest';
import { BOUNDARY_HEADER, type Boundary } from '#contract/boundary.ts';
import type { Message } from '#storage/chat-records.ts';
import { createTestPorts } from '#testing/test-ports.ts';
import type { HostControl } from '#transport/host-control.ts';
import type { RouteView } from '#transport/provider-control.ts';
import { boundaryHeaders, headersStill } from './boundary.ts';
import { ChatBook } from './chat-book.ts';

const REMOTE = {
  model: 'lab/big',
  name: 'Lab',
  host: 'lab.example',
  via: 'page' as const,
  boundary: 'own-network' as Boundary,
  retains: 'no',
  trains: 'no',
  region: '',
} as const;

async function open(remotes: RouteView['remotes'] = [REMOTE], isTemporary = false) {
  const { ports } = await createTestPorts();
  const routeOf = async () => ({ remotes, isFirst: true });
  const control: typeof ports.control = (use) => use({ routeOf } as unknown as HostControl);
  const models = { ...ports.models, hasProviders: () => true };
  const book = new ChatBook({ ...ports, control, models });
  const chat = book.start(isTemporary);
  await chat.ensureRow();
  const asked: object[] = [];
  const answers: boolean[] = [];
  chat.state.subscribe(({ leaving }, before) => {
    if (!leaving || leaving === before.leaving) return;
    asked.push(leaving.body);
    const answer = answers.shift();
    if (answer !== undefined) leaving.decide(answer);
  });
  const headers = async (path: Partial<Message>[] = [], signal = NEVER) => {
    const body = { model: 'lab/big', messages: [{ role: 'user', content: 'Hello' }] };
    const leaving = { path: path as Message[], body };
    return (await boundaryHeaders(chat, leaving, signal))[BOUNDARY_HEADER];
  };
  const label = (id: string, boundary: Boundary) =>
    chat.rows.setLabel(id === 'c' ? chat.id : id, boundary);
  return { chat, asked, answers, headers, label };
}

const NEVER = new AbortController().signal;
const WITH_DOCUMENT = [
  { sources: [{ documentId: 'd', documentName: 'a.pdf', start: 0, end: 1, text: 'x' }] },
];

test('the person is asked once, and the answer is stored with the chat', async () => {
  const { asked, answers, headers } = await open();
  answers.push(true);
  expect([await headers(), await headers(), asked.length]).toEqual([
    'own-network',
    'own-network',
    1,
  ]);
  expect(asked[0]).toMatchObject({ messages: [{ content: 'Hello' }] });
});

test('a refusal stays, and nothing is asked again', async () => {
  const { asked, answers, headers } = await open();
  answers.push(false);
  expect([await headers(), await headers(), asked.length]).toEqual([undefined, undefined, 1]);
});

test('a farther place is asked about again, and its refusal lowers nothing', async () => {
  const remotes = [REMOTE, { ...REMOTE, boundary: 'third-party' as const }];
  const { asked, answers, headers, label } = await open(remotes);
  await label('c', 'own-network');
  answers.push(false);
  expect([await headers(), asked.length]).toEqual(['own-network', 1]);
});

test('a temporary chat, one without a provider and one with a document stay without a question', async () => {
  const { asked, headers, label } = await open();
  await label('c', 'third-party');
  expect(await headers(WITH_DOCUMENT)).toBeUndefined();
  const temporary = await open([REMOTE], true);
  await temporary.label('c', 'third-party');
  expect(await temporary.headers()).toBeUndefined();
  const local = await open([]);
  await local.label('c', 'third-party');
  expect(await local.headers()).toBeUndefined();
  expect(asked).toEqual([]);
});

test('the lowest of the labels of the chat and of its documents counts', async () => {
  const { headers, label } = await open();
  await label('c', 'third-party');
  await label('d', 'own-device');
  expect(await headers(WITH_DOCUMENT)).toBe('own-device');
  await label('d', 'third-party');
  expect(await headers(WITH_DOCUMENT)).toBe('third-party');
});

test('a recording stays on this device by default, an image goes with its chat', async () => {
  const { chat, headers, label } = await open();
  await label('c', 'own-network');
  const file = (id: string, type: string) =>
    chat.rows.addFile({ id, conversationId: chat.id, name: id, type, data: new Blob() });
  await file('picture', 'image/png');
  await file('voice', 'audio/wav');
  expect(await headers([{ files: ['picture'] }])).toBe('own-network');
  expect(await headers([{ files: ['picture', 'voice'] }])).toBeUndefined();
});

test('two models that answer side by side ask one question', async () => {
  const { asked, answers, headers } = await open();
  answers.push(true);
  expect(await Promise.all([headers(), headers()])).toEqual(['own-network', 'own-network']);
  expect(asked).toHaveLength(1);
});

test('a stopped answer closes its question', async () => {
  const { chat, asked, headers } = await open();
  const stop = new AbortController();
  const waiting = headers([], stop.signal);
  await expect.poll(() => asked.length).toBe(1);
  stop.abort();
  await expect(waiting).rejects.toThrow('aborted');
  expect(chat.state.getState().leaving).toBeNull();
});

test('a run that has begun goes no farther than a label that was lowered since, and asks no more', async () => {
  const { chat, asked, headers, label } = await open();
  await label('c', 'third-party');
  await label('d', 'third-party');
  const sources = [{ documentId: 'd', documentName: 'd.txt', start: 0, end: 0, text: '' }];
  const path = [{ sources }] as Message[];
  const first = { [BOUNDARY_HEADER]: 'third-party' };
  const still = async (of: Record<string, string> = first) =>
    (await headersStill(chat, path, of))[BOUNDARY_HEADER];
  expect(await headers()).toBeDefined();
  expect(await still()).toBe('third-party');
  await label('d', 'own-device');
  expect(await still()).toBe('own-device');
  await label('c', 'device');
  expect(await still()).toBeUndefined();
  await label('c', 'third-party');
  expect(await still({})).toBeUndefined();
  expect(asked).toEqual([]);
});

test('an unreadable label does not count: the person is asked', async () => {
  const { chat, asked, answers, headers } = await open();
  const database = await chat.ports.store.opened;
  const boundary = 'everywhere' as Boundary;
  await database.boundaries.put({ id: chat.id, conversationId: chat.id, boundary });
  answers.push(false);
  expect([await headers(), asked.length]).toEqual([undefined, 1]);
});
