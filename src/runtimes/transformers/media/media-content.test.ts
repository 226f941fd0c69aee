import { expect, test } from 'vitest';
import { MediaContent } from './media-content.ts';

const image = { marker: '<image>', read: () => Promise.resolve([]) };
const audio = { marker: '<|audio|>', read: () => Promise.resolve([]) };
const picture = new Blob();
const sound = new Float32Array(1);

const PARTS = "{% for part in message['content'] %}{% if part['type'] == 'image' %}<image>";

test('a template of parts gets them, media first', () => {
  const content = new MediaContent(PARTS, { image, audio: null });
  expect(content.write('Look.', { role: 'user', text: '', images: [picture, picture] })).toEqual([
    { type: 'image' },
    { type: 'image' },
    { type: 'text', text: 'Look.' },
  ]);
  expect(content.write('Hi.', { role: 'user', text: '' })).toEqual([{ type: 'text', text: 'Hi.' }]);
});

test('a template that also accepts strings gets plain text as a string', () => {
  const template = `{% if message['content'] is string %}…${PARTS}`;
  const content = new MediaContent(template, { image, audio: null });
  expect(content.write('Hi.', { role: 'user', text: '' })).toBe('Hi.');
});

test('other templates get marks before the text', () => {
  const content = new MediaContent('{{ message.content }}', { image: null, audio });
  const turn = { role: 'user' as const, text: '', audio: [sound], images: [picture] };
  expect(content.write('What?', turn)).toBe('<|audio|>\nWhat?');
});

test('a mark that a person writes is text', () => {
  const content = new MediaContent('{{ message.content }}', { image, audio });
  const text = String(content.write('an <image> and <|audio|>', { role: 'user', text: '' }));
  expect(content.split(text)).toHaveLength(1);
  expect(text.replaceAll('\u200b', '')).toBe('an <image> and <|audio|>');
});
