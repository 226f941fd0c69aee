import { expect, test } from 'vitest';
import { parseGeneration } from './generation-facts.ts';
import { alignmentHeads } from './whisper-family.ts';

const SOUND = {
  lang_to_id: { '<|en|>': 50_259 },
  suppress_tokens: [1, 2],
  begin_suppress_tokens: [220],
  max_initial_timestamp_index: 50,
  alignment_heads: [[1, 0]],
  compression_ratio_threshold: null,
  logprob_threshold: -1,
  no_speech_threshold: 0.6,
  num_beams: 1,
};

test('the parameters of a repository are taken as they are', () => {
  expect(parseGeneration({ ...SOUND, transformers_version: '4.40' })).toEqual(SOUND);
});

const ODD = [true, 'NaN', { length: '3' }, [[[]]], ['x', -1, 0.5, null]];

test.each(Object.keys(SOUND))('%s of another type is left out', (name) => {
  for (const odd of ODD) {
    const value = (parseGeneration({ ...SOUND, [name]: odd }) as Record<string, unknown>)[name];
    expect([undefined, '[]', '{}']).toContain(JSON.stringify(value));
  }
});

test.each([null, 5, 'x', []])('a file that holds %j has no parameters', (json) => {
  expect(parseGeneration(json)).toEqual({});
});

test('heads of layers that the model lacks are left out, as in a distilled model', () => {
  const alignment_heads: [number, number][] = [
    [1, 3],
    [25, 4],
    [1, 9],
  ];
  expect(alignmentHeads({ alignment_heads }, 2, 6)).toEqual([[1, 3]]);
  const late = Array.from({ length: 6 }, (_, head) => [1, head]);
  expect(alignmentHeads({ alignment_heads: [[25, 4]] }, 2, 6)).toEqual(late);
  expect(alignmentHeads({}, 2, 6)).toEqual(late);
});
