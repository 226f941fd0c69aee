import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Pairings } from './pairings.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'alcove-pairings-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The credential of a new pairing. */
function pair(pairings: Pairings): { credential: string; isStored: boolean } {
  const paired = pairings.redeem(pairings.token);
  if (typeof paired === 'string') throw new Error(paired);
  return paired;
}

test('a pairing outlives the server', () => {
  const path = join(folder, 'data', 'pairings.json');
  const { credential, isStored } = pair(new Pairings(path));
  expect(isStored).toBe(true);
  expect(new Pairings(path).recognise(credential)).not.toBeNull();
});

test('a browser is paired until the server ends where nothing can be stored', () => {
  writeFileSync(join(folder, 'file'), '');
  const path = join(folder, 'file', 'pairings.json');
  const pairings = new Pairings(path);
  const { credential, isStored } = pair(pairings);
  expect(isStored).toBe(false);
  expect(pairings.recognise(credential)).not.toBeNull();
  expect(new Pairings(path).recognise(credential)).toBeNull();
});

test('two servers with one folder store the pairings of each other', () => {
  const path = join(folder, 'pairings.json');
  const [one, other] = [new Pairings(path), new Pairings(path)];
  const credentials = [one, other, one].map((pairings) => pair(pairings).credential);
  const next = new Pairings(path);
  expect(credentials.map((credential) => next.recognise(credential) !== null)).toEqual([
    true,
    true,
    true,
  ]);
});

test('a damaged file is read as no pairings', () => {
  const path = join(folder, 'pairings.json');
  writeFileSync(path, '{"credentials": ["x", 1');
  expect(new Pairings(path).recognise('x')).toBeNull();
  expect(pair(new Pairings(path)).isStored).toBe(true);
});
