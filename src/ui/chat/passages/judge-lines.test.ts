import { expect, test } from 'vitest';
import { judgeLines } from './judge-lines.ts';

test('each request goes only as far as the labels allow when it is sent', async () => {
  const sent: unknown[] = [];
  const ports = {
    v1: async (_path: string, _body: object, _signal?: AbortSignal, headers?: object) => {
      sent.push(headers);
      return Response.json({ choices: [{ message: { content: 'none' } }] });
    },
  };
  const labels = ['third-party', 'third-party', 'own-network'];
  let at = 0;
  const judging = {
    model: 'm',
    question: 'List all deadlines',
    lines: Array.from({ length: 100 }, (_, i) => ({ documentName: 'a.txt', text: `Line ${i}` })),
    headers: async () => ({ label: labels[at++] ?? '' }),
    isElsewhere: true,
  };
  let lines = 0;
  for await (const { judged } of judgeLines(ports, judging, new AbortController().signal)) {
    lines += judged.length;
  }
  expect(lines).toBe(100);
  expect(sent).toEqual(labels.map((label) => ({ label })));
});
