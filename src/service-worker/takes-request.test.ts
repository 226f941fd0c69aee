import { expect, test } from 'vitest';
import { routeRequest } from './takes-request.ts';

const origin = 'https://alcove.test';
const route = (path: string, mode = 'cors', destination = '') =>
  routeRequest({ url: new URL(path, origin).href, mode, destination }, origin);

test('answers /v1 of its own origin and nothing else', () => {
  expect(route('/v1/models')).toBe('service');
  expect(route('/v1')).toBe('service');
  expect(route('/v1x')).toBe('pass');
  expect(route('/v2/models')).toBe('pass');
  expect(route('https://api.openai.com/v1/models')).toBe('pass');
});

test('asks the server alone whether it passes requests of other programs on', () => {
  expect(route('/bridge.json')).toBe('server');
  expect(route('/alcove.json')).toBe('server');
  expect(route('/bridge.js')).toBe('pass');
});

test('isolates pages and worker scripts, and lets the rest pass', () => {
  expect(route('/chat/1', 'navigate', 'document')).toBe('isolate');
  expect(route('/assets/host.js', 'same-origin', 'worker')).toBe('isolate');
  expect(route('/assets/index.js', 'cors', 'script')).toBe('pass');
});
