import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi } from '#testing/create-test-api.ts';
import { directRelay } from '#testing/direct-relay.ts';
import { openFaultyProvider } from '#testing/faulty-provider.ts';
import { RemoteService } from './remote-service.ts';

let server: Awaited<ReturnType<typeof openFaultyProvider>>;
beforeAll(async () => {
  server = await openFaultyProvider();
});
afterAll(() => server.close());

const SECRET = 'The safe is behind the picture of the heron.';

/** A provider that may answer everything, a key that may do everything, and a document of a chat. */
async function open() {
  let service: RemoteService | null = null;
  const api = await createTestApi({
    routing: () => service?.routing ?? null,
    remoteRuntime: (card) => (service as RemoteService).createRuntime(card),
  });
  service = new RemoteService({
    database: api.database,
    engine: api.engine,
    models: () => api.models(),
    memoryBudgetBytes: () => 1e9,
    isOffline: () => false,
    relay: directRelay(),
    server: { allowRelay: () => {}, relayGrant: async () => null },
    now: Date.now,
    report: () => {},
  });
  const models = [{ id: 'big', remote: 'big-model' }];
  const baseUrl = server.url({ kind: 'none' });
  await service.save({ id: 'lab', name: 'Lab', baseUrl, boundary: 'own-network', models });
  await service.saveRules([{ when: {}, mode: 'only-remote', to: ['lab:big'] }]);
  await api.keys.setLimits(api.stored.id, { boundary: 'third-party', documents: true });
  const place = { conversationId: 'chat', createdAt: 1 };
  const conversation = { id: 'chat', title: '', createdAt: 1, updatedAt: 1 };
  await api.database.conversations.put(conversation as never);
  await api.database.documents.put({ id: 'doc', name: 'safe.txt', text: SECRET, ...place });
  // A word that most passages have finds none of them.
  const texts = [SECRET, 'Bicycles stand in the yard.', 'Rent is due monthly.', 'Keys hang here.'];
  for (const [start, text] of texts.entries()) {
    const passage = { id: `doc:${start}`, conversationId: 'chat', documentId: 'doc', start };
    await api.database.passages.put({
      ...passage,
      end: start + 1,
      text,
      vector: new Float32Array(),
    });
  }
  const ask = async (body: object) => {
    const response = await api.fetch('/v1/responses', {
      method: 'POST',
      headers: { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'scripted-chat', ...body }),
    });
    return { status: response.status, body: await response.json() };
  };
  return { api, ask };
}

const SEARCH = { input: 'Where is the safe?', tools: [{ type: 'file_search' }] };

test('found passages go no farther than their document may', async () => {
  const { api, ask } = await open();
  const before = server.received.length;
  const refused = await ask(SEARCH);
  expect([refused.status, refused.body.error.code]).toEqual([403, 'boundary_forbids']);
  expect(server.received.length).toBe(before);
  // Without a search no document is read, and the rule decides.
  expect((await ask({ input: 'Where is the safe?' })).status).toBe(200);
  expect(server.received.at(-1)?.body).not.toContain('heron');

  const label = { id: 'doc', conversationId: 'chat', boundary: 'own-network' } as const;
  await api.database.boundaries.put(label);
  const allowed = await ask(SEARCH);
  expect(allowed.status).toBe(200);
  expect(server.received.at(-1)?.body).toContain('heron');
  await api.database.boundaries.put({ ...label, boundary: 'own-device' });
  expect((await ask(SEARCH)).status).toBe(403);

  // An answer that was written from a document stays with it: stored, or sent back by the client.
  const sent = server.received.length;
  const next = await ask({ input: 'And now?', previous_response_id: allowed.body.id });
  expect([next.status, next.body.error.code]).toEqual([403, 'boundary_forbids']);
  const back = [...allowed.body.output, { role: 'user', content: 'And now?' }];
  expect((await ask({ input: back })).status).toBe(403);
  expect(server.received.length).toBe(sent);
});
