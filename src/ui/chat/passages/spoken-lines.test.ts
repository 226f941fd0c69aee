import { expect, test } from 'vitest';
import { askedSpeakers, linesBy } from './spoken-lines.ts';

const TEXT =
  'of it.\n[0:08] Ana Souza: I promise it.\nOn Friday.\n[0:12] Speaker 1: Fine: do.\n[0:14] Yes.';

test('a question names a speaker by a part of the name, and a numbered one by the number', () => {
  const asked = (question: string) => [...askedSpeakers(question, [TEXT])];
  expect(asked('What did Ana promise?')).toEqual(['Ana Souza']);
  expect(asked('Was hat Souza versprochen?')).toEqual(['Ana Souza']);
  expect(asked('What did speaker 1 say?')).toEqual(['Speaker 1']);
  expect(asked('Who is the speaker?')).toEqual([]);
  expect(asked('What did anybody promise?')).toEqual([]);
});

test('lines of a speaker are all that follow the name, up to the next one', () => {
  const by = (...names: string[]) => linesBy(TEXT, new Set(names));
  expect(by('Ana Souza')).toBe('[0:08] Ana Souza: I promise it.\nOn Friday.');
  expect(by('Speaker 1')).toBe('[0:12] Speaker 1: Fine: do.\n[0:14] Yes.');
  expect(by('Ben')).toBe('');
});

test('short names are asked for by the whole of them, in scripts without spaces too', () => {
  const texts = ['[0:01] Bo: Hello.\n[0:02] 王小明: 你好。\n[0:03] 王伟: 早。'];
  expect([...askedSpeakers('What did Bo say?', texts)]).toEqual(['Bo']);
  expect([...askedSpeakers('王小明说了什么？', texts)]).toEqual(['王小明']);
  expect([...askedSpeakers('王伟答应了什么？', texts)]).toEqual(['王伟']);
});
