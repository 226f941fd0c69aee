import { expect, test } from 'vitest';
import { estimateMemory } from './model-bytes.ts';

/** Bytes of the files and peak growth of the renderers while loading, in MB (docs/real-models.md). */
test.each([
  ['0.5B, 4 bits', 'q4', 459, 918],
  ['0.5B, 8 bits', 'q8', 644, 1168],
] as const)('the estimate of %s is within 15 %% of what was measured', (_, dtype, files, peak) => {
  const text = { task: 'chat', can: {}, device: 'wasm' } as const;
  const estimate = estimateMemory({ ...text, dtype, bytes: files * 1e6 }) / 1e6;
  expect(Math.abs(estimate / peak - 1)).toBeLessThan(0.15);
});
