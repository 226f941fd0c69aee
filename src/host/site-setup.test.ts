import { expect, test, vi } from 'vitest';
import { EMBEDDED_MODELS } from '#catalog/embedded-models.ts';
import { siteModels } from './site-setup.ts';

vi.stubGlobal('self', { location: new URL('https://shop.test/alcove/assets/host.js') });
const cards = (...models: unknown[]) => siteModels({ models, hub: null, device: 'wasm' });

test('a model of Alcove is served by the site, under its own folder or another address', () => {
  const guide = EMBEDDED_MODELS.find(({ id }) => id === 'alcove-guide');
  expect(cards('alcove-guide')).toEqual([guide]);
  const [moved] = cards({ id: 'alcove-guide', address: '/weights/guide' });
  expect(moved).toEqual({ ...guide, address: 'https://shop.test/weights/guide/' });
  expect(cards({ id: 'alcove-embed', address: 'https://cdn.test/embed/' })[0]?.address).toBe(
    'https://cdn.test/embed/',
  );
});

test('a folder of another model is described by its developer', () => {
  const own = { id: 'mine', address: '/mine/', task: 'chat', contextTokens: 2048, family: 'llama' };
  const [card] = cards(own);
  expect(card).toMatchObject({ id: 'mine', task: 'chat', contextTokens: 2048, family: 'llama' });
  expect(card?.owner).toBe('shop.test');
});

test('names of the hub are left to the library', () => {
  expect(cards('owner/name')).toEqual([]);
});

test.each([
  ['gpt-9', '"gpt-9" is no model of Alcove'],
  [7, 'A model is a name'],
  [{ id: 'a b', address: '/a/' }, 'id of plain text'],
  [{ id: 'a' }, 'address of the folder'],
  [{ id: 'a', address: '/a/' }, 'needs a task'],
  [{ id: 'a', address: '/a/', task: 'chat' }, 'needs contextTokens'],
  [{ id: 'a', address: '/a/', task: 'chat', contextTokens: 1e99 }, 'needs contextTokens'],
])('refuses %j', (model, reason) => {
  expect(() => cards(model)).toThrow(reason);
});

test('refuses two models with one id, and more than fifty', () => {
  expect(() => cards('alcove-embed', 'alcove-embed')).toThrow('Two models have the id');
  expect(() => cards(...Array<string>(51).fill('a/b'))).toThrow('At most 50');
});
