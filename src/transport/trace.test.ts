import { afterEach, expect, test } from 'vitest';
import { joinTrace, leaveTrace, requestTrace, type TraceStep, trace } from './trace.ts';

afterEach(leaveTrace);

test('nothing is reported until a page asks', () => {
  const steps: TraceStep[] = [];
  joinTrace('page');
  trace('r1', 'sent');
  requestTrace((step) => steps.push(step));
  trace('r1', 'received', { detail: '200' });
  expect(steps).toMatchObject([{ requestId: 'r1', hop: 'page', step: 'received', detail: '200' }]);
  expect(Math.abs((steps[0]?.at ?? 0) - Date.now())).toBeLessThan(1_000);
});

test('a thread that starts later learns that steps are wanted, and steps of others are collected', async () => {
  const other = new BroadcastChannel('alcove-trace');
  const received: unknown[] = [];
  const asked = new Promise((resolve) => {
    other.onmessage = ({ data }) => {
      received.push(data.type);
      if (received.at(-1) === 'wanted') resolve(null);
    };
  });
  const steps: TraceStep[] = [];
  joinTrace('page');
  const collected = new Promise((resolve) => {
    requestTrace((step) => {
      steps.push(step);
      resolve(null);
    });
  });
  await asked;
  const step = { requestId: 'r2', hop: 'host', step: 'received', at: 1, detail: 'GET' };
  other.postMessage({ type: 'step', step });
  await collected;
  expect(steps).toEqual([step]);
  const again = new Promise((resolve) => {
    other.onmessage = ({ data }) => resolve(data);
  });
  other.postMessage({ type: 'joined' });
  expect(await again).toEqual({ type: 'wanted' });
  other.close();
});
