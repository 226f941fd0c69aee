import { expect, test } from 'vitest';
import type { SlotStatus } from '#transport/host-control.ts';
import { describeSlot, stateOf } from './describe-status.ts';

const slot = (changes: Partial<SlotStatus>): SlotStatus => ({
  model: 'alcove-guide',
  state: 'ready',
  device: 'wasm',
  threads: 2,
  memoryBytes: 12_000_000,
  progress: { phase: 'download', loaded: 0, total: 0 },
  running: 0,
  waiting: 0,
  note: null,
  ...changes,
});

test('next to the name of a model its state does not repeat the name', () => {
  const progress = { phase: 'download', loaded: 1, total: 4 } as const;
  const states = [
    slot({ state: 'loading' }),
    slot({ state: 'loading', progress }),
    slot({ state: 'failed' }),
    slot({ running: 1 }),
    slot({ running: 1, waiting: 2 }),
  ];
  expect(states.map(stateOf)).toEqual([
    'Loading',
    'Loading, 25 %',
    'Failed to load',
    'Answering',
    'Answering, 2 waiting',
  ]);
  expect(stateOf(slot({}))).toMatch(/^Loaded · /);
  expect(describeSlot(slot({ state: 'loading', progress }), 'Guide').text).toBe(
    'Loading Guide 25 %',
  );
});
