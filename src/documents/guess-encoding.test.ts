import { expect, test } from 'vitest';
import { guessEncoding } from './guess-encoding.ts';
import { readText } from './read-text.ts';

/** A text in each encoding, as base64, written by Python's codecs. */
const FILES: readonly (readonly [encoding: string, base64: string, text: string])[] = [
  [
    'shift_jis',
    'kMKN64LNkOyV04LJl6eCwYLEi5uC8JHSgsKBQojqjp6K1ILgk66CqYLIgqKCsYLGgqqCoILpgUI=',
    '青鷺は川辺に立って魚を待つ。一時間も動かないことがある。',
  ],
  [
    'euc-jp',
    'wMS67aTPwO7K1aTLzqmkw6TGtfuk8sLUpMSho7Dsu/601qTixrCkq6TKpKSks6TIpKykoqTroaM=',
    '青鷺は川辺に立って魚を待つ。一時間も動かないことがある。',
  ],
  [
    'gb18030',
    'stTw2MrH1b7U2rrTsd+1yLT90+O1xMTxoaPL/NTa0ru49tChyrHA77K7tq+jrNPQyMvAtMHLo6zL/L7Nt8m1vcTHwO/IpcHLoaM=',
    '苍鹭是站在河边等待鱼的鸟。它在一个小时里不动，有人来了，它就飞到那里去了。',
  ],
  [
    'big5',
    'u2HGT6xPr7imYqplw+S1pavds72qurO+oUOlpqZipECt06Rwrsm4zKSjsMqhQaazpEio06RGoUGoZbROrbio7Ki6uMylaKRGoUM=',
    '蒼鷺是站在河邊等待魚的鳥。它在一個小時裡不動，有人來了，牠就飛到那裡去了。',
  ],
  [
    'euc-kr',
    'v9awobiutMIgsK2wob+hILytvK0gubCw7bHiuKYgseK02biwtNku',
    '왜가리는 강가에 서서 물고기를 기다린다.',
  ],
  [
    'windows-1251',
    '0eXw4P8g9uDv6/8g8fLu6PIg8yDw5eroIOgg5uS48iDw++HzLg==',
    'Серая цапля стоит у реки и ждёт рыбу.',
  ],
  [
    'koi8-r',
    '88XSwdEgw8HQzNEg09TPydQg1SDSxcvJIMkg1sSj1CDS2cLVLg==',
    'Серая цапля стоит у реки и ждёт рыбу.',
  ],
  [
    'windows-1252',
    'TGUgaOlyb24gYXR0ZW5kIHBy6HMgZGUgbGEgcml2aehyZSwgb/kgbJLpdOkgc5JhY2jodmUgZOlq4C4=',
    'Le héron attend près de la rivière, où l’été s’achève déjà.',
  ],
  [
    'utf-8',
    '6Z2S6be644Gv5bed6L6644Gr56uL44Gj44Gm6a2a44KS5b6F44Gk44CC5LiA5pmC6ZaT44KC5YuV44GL44Gq44GE44GT44Go44GM44GC44KL44CC',
    '青鷺は川辺に立って魚を待つ。一時間も動かないことがある。',
  ],
  [
    'utf-8',
    '77u/TGUgaMOpcm9uIGF0dGVuZCBwcsOocyBkZSBsYSByaXZpw6hyZSwgb8O5IGzigJnDqXTDqSBz4oCZYWNow6h2ZSBkw6lqw6Au',
    'Le héron attend près de la rivière, où l’été s’achève déjà.',
  ],
  [
    'utf-16le',
    '//5MAGUAIABoAOkAcgBvAG4AIABhAHQAdABlAG4AZAAgAHAAcgDoAHMAIABkAGUAIABsAGEAIAByAGkAdgBpAOgAcgBlACwAIABvAPkAIABsABkg6QB0AOkAIABzABkgYQBjAGgA6AB2AGUAIABkAOkAagDgAC4A',
    'Le héron attend près de la rivière, où l’été s’achève déjà.',
  ],
  [
    'utf-16le',
    'TABlACAAaADpAHIAbwBuACAAYQB0AHQAZQBuAGQAIABwAHIA6ABzACAAZABlACAAbABhACAAcgBpAHYAaQDoAHIAZQAsACAAbwD5ACAAbAAZIOkAdADpACAAcwAZIGEAYwBoAOgAdgBlACAAZADpAGoA4AAuAA==',
    'Le héron attend près de la rivière, où l’été s’achève déjà.',
  ],
  [
    'utf-16be',
    'AEwAZQAgAGgA6QByAG8AbgAgAGEAdAB0AGUAbgBkACAAcAByAOgAcwAgAGQAZQAgAGwAYQAgAHIAaQB2AGkA6AByAGUALAAgAG8A+QAgAGwgGQDpAHQA6QAgAHMgGQBhAGMAaADoAHYAZQAgAGQA6QBqAOAALg==',
    'Le héron attend près de la rivière, où l’été s’achève déjà.',
  ],
];

for (const [encoding, base64, text] of FILES) {
  test(`${encoding} is recognised: ${text.slice(0, 12)}`, async () => {
    const bytes = Uint8Array.from(Buffer.from(base64, 'base64'));
    expect(guessEncoding(bytes)).toBe(encoding);
    expect(await readText(new File([bytes], 'x.txt'), 1_000)).toEqual({ text, isCut: false });
  });
}

test('only as much of a file is read as is wanted', async () => {
  const file = new File(['word '.repeat(1_000_000)], 'x.txt');
  expect(await readText(file, 12)).toEqual({ text: 'word word wo', isCut: true });
});
