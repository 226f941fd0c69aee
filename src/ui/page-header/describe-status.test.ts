import { expect, test } from 'vitest';
import { EMBEDDED_MODELS } from '#catalog/embedded-models.ts';
import { toModelView } from '#catalog/model-view.ts';
import type { SlotStatus } from '#transport/host-control.ts';
import { describeModel, describeSlot, stateOf } from './describe-status.ts';

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

test('loading never shows 100 %: after the last byte the model is prepared', () => {
  const at = (loaded: number) =>
    slot({ state: 'loading', progress: { phase: 'download', loaded, total: 1_000 } });
  expect(describeSlot(at(999), 'Whisper').text).toBe('Loading Whisper 99 %');
  expect(describeSlot(at(1_000), 'Whisper').text).toBe('Preparing Whisper…');
  expect(describeSlot(at(1_200), 'Whisper').text).toBe('Preparing Whisper…');
  expect([at(999), at(1_000)].map(stateOf)).toEqual(['Loading, 99 %', 'Preparing…']);
});

test('the pill of a page names its model and its work, whatever else is loaded', () => {
  const host = {
    models: EMBEDDED_MODELS.map(toModelView),
    service: { state: 'ready' } as const,
    status: {
      slots: [
        slot({ state: 'loading' }),
        slot({ model: 'alcove-whisper', running: 1 }),
        slot({ model: 'alcove-embed', running: 1, waiting: 1 }),
      ],
    },
  };
  const pill = (id: string) => describeModel(id, host, undefined);
  expect(pill('alcove-whisper')).toEqual({ kind: 'busy', text: 'Whisper', more: 'transcribing' });
  expect(pill('alcove-embed')).toEqual({ kind: 'busy', text: 'Embed', more: '1 waiting' });
  expect(pill('alcove-guide')).toEqual({ kind: 'busy', text: 'Loading Guide', more: '' });
});
