import { expect, test } from 'vitest';
import { Metrics } from './metrics.ts';

const passed = {
  path: '/v1/chat/completions',
  model: 'local/alcove-guide',
  status: 200,
  seconds: 0.3,
  promptTokens: 10,
  completionTokens: 4,
} as const;

test('requests, tokens and durations are counted by their labels', () => {
  const metrics = new Metrics();
  metrics.add(passed);
  metrics.add({ ...passed, seconds: 40 });
  metrics.add({ ...passed, status: 'gone', promptTokens: 0, completionTokens: 0 });
  metrics.add({ ...passed, path: '/v1/models/a%2Fb', model: '' });
  const text = metrics.write({ hasTab: true, running: 3 });
  const lines = text.split('\n');
  expect(lines).toContain('alcove_tab_connected 1');
  expect(lines).toContain('alcove_requests_in_flight 3');
  const chat = 'path="/v1/chat/completions"';
  expect(lines).toContain(
    `alcove_requests_total{${chat},model="local/alcove-guide",status="200"} 2`,
  );
  expect(lines).toContain(
    `alcove_requests_total{${chat},model="local/alcove-guide",status="gone"} 1`,
  );
  expect(lines).toContain('alcove_requests_total{path="/v1/models/{id}",model="",status="200"} 1');
  expect(lines).toContain('alcove_tokens_total{model="local/alcove-guide",direction="in"} 20');
  expect(lines).toContain(`alcove_request_duration_seconds_bucket{${chat},le="0.25"} 0`);
  expect(lines).toContain(`alcove_request_duration_seconds_bucket{${chat},le="0.5"} 2`);
  expect(lines).toContain(`alcove_request_duration_seconds_bucket{${chat},le="+Inf"} 3`);
  expect(lines).toContain(`alcove_request_duration_seconds_count{${chat}} 3`);
  // Each line is a comment or a sample, as the format has it.
  const sample = /^[a-z_]+(?:\{(?:[a-z]+="(?:[^"\\\n]|\\.)*",?)+\})? [\d.e+-]+$/;
  for (const line of lines.slice(0, -1)) if (!line.startsWith('#')) expect(line).toMatch(sample);
  expect(text.endsWith('\n')).toBe(true);
});

test('names from outside neither break a line nor grow without end', () => {
  const metrics = new Metrics();
  metrics.add({ ...passed, path: '/v1/a"b\\c\nd' });
  expect(metrics.write({ hasTab: false, running: 0 })).toContain('path="/v1/a\\"b\\\\c\\nd"');
  for (let i = 0; i < 5_000; i++) metrics.add({ ...passed, path: `/v1/x${i}` });
  const text = metrics.write({ hasTab: false, running: 0 });
  expect(text.split('\n').length).toBeLessThan(5_000);
  expect(text).toContain('path="other"');
});
