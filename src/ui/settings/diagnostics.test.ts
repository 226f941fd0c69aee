import { expect, test } from 'vitest';
import type { ServiceSettings } from '#contract/service-settings.ts';
import { type DiagnosticsInput, writeDiagnostics } from './diagnostics.ts';

const KEY = 'alc_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
const CHAT = '3f2a9c1e-1111-4222-8333-444444444444';

/** Everything private that the page could put into a report by mistake. */
const input = {
  version: '0.1.0',
  path: `/chat/${CHAT}`,
  userAgent: 'Mozilla/5.0 Chrome/156.0',
  language: 'de',
  isIsolated: true,
  serviceWorker: 'activated',
  device: null,
  status: {
    slots: [
      {
        model: 'acme/secret-model',
        state: 'failed',
        device: null,
        threads: 2,
        note: 'PRIVATE note',
        running: 0,
        waiting: 0,
        memoryBytes: 1,
        progress: { phase: 'prepare', loaded: 0, total: 0 },
      },
    ],
  },
  settings: {
    device: 'wasm',
    hub: 'https://hub.PRIVATE.example',
    aliases: { 'PRIVATE-alias': 'alcove-guide' },
  } as unknown as ServiceSettings,
  usage: [
    {
      at: 0,
      requestId: 'request-1',
      keyId: 'PRIVATE-key-id',
      model: 'alcove-guide',
      endpoint: 'chat',
      status: 200,
      promptTokens: 3,
      completionTokens: 4,
      totalSeconds: 0.5,
    },
  ],
  rows: { messages: 7 },
  failures: [
    new SyntaxError(`Unexpected token 'P', "PRIVATE words" is not valid JSON ${KEY}`),
    Object.assign(new Error('x'), { name: 'PRIVATE words as a name' }),
    'PRIVATE string',
  ],
  trace: [
    {
      requestId: 'request-1',
      hop: 'page',
      step: 'sent',
      at: 1,
      detail: 'GET /v1/models/acme/PRIVATE',
    },
    {
      requestId: 'request-1',
      hop: 'slot',
      step: 'finished',
      at: 2,
      detail: 'acme/secret-model: queue 0.0 ms, first token 1.0 ms',
    },
  ],
} satisfies DiagnosticsInput;

test('a report holds states and times, and nothing of a person', () => {
  const text = writeDiagnostics(input);
  expect(text).not.toMatch(/PRIVATE|secret-model|alc_|hub\./);
  expect(text).not.toContain(CHAT);
  const report = JSON.parse(text);
  expect(report).toMatchObject({
    alcove: '0.1.0',
    page: '/chat/{id}',
    models: [{ model: 'a model of the hub', state: 'failed', movedToOtherDevice: true }],
    settings: { device: 'wasm', usesAnotherHub: true, aliases: 1 },
    rows: { messages: 7 },
    requests: [{ id: 'request-1', model: 'alcove-guide', status: 200, seconds: 0.5 }],
    trace: [
      { hop: 'page', detail: 'GET /v1/models/{id}' },
      { hop: 'slot', detail: 'a model of the hub: queue 0.0 ms, first token 1.0 ms' },
    ],
  });
  expect(report.failures[0].name).toBe('SyntaxError');
  expect(report.failures[0].frames[0]).toMatch(/^diagnostics\.test\.ts:\d+:\d+$/);
  expect(report.failures[1]).toMatchObject({ name: 'Error' });
});
