import { expect, test } from 'vitest';
import { layOut } from './page-layout.ts';

type At = readonly [text: string, left: number, width: number];

/** The text of rows whose cells are 20 px high, `pitch` px from row to row; `after`: more white above a row, by its index. */
function textOf(
  pitch: number,
  rows: readonly (readonly At[])[],
  after: Record<number, number> = {},
) {
  let top = 0;
  const cells = rows.flatMap((row, i) => {
    top += (i > 0 ? pitch : 0) + (after[i] ?? 0);
    return row.map(([text, left, width]) => {
      return { text, left, right: left + width, top, bottom: top + 20, content: text };
    });
  });
  return layOut(cells).text;
}

const goods: readonly At[][] = [
  [
    ['Milk', 10, 60],
    ['0.99', 300, 50],
  ],
  [
    ['Bread', 10, 70],
    ['1.99', 300, 50],
  ],
  [
    ['Butter', 10, 80],
    ['2.99', 300, 50],
  ],
  [
    ['Total', 10, 70],
    ['3.99', 300, 50],
  ],
];
const goodsText =
  '| Milk | 0.99 |\n| --- | --- |\n| Bread | 1.99 |\n| Butter | 2.99 |\n| Total | 3.99 |';
/** Three columns, with a header. */
const grid = (corner: string): At[][] => [
  [...(corner ? [[corner, 10, 60] as const] : []), ['Qty', 200, 60], ['Price', 400, 70]],
  ...['Milk', 'Bread', 'Butter', 'Jam'].map((name, i): At[] => [
    [name, 10, 70],
    [`${i + 1}`, 200, 20],
    [`${i}.99`, 400, 50],
  ]),
];
const gridText = (corner: string) =>
  `| ${corner} | Qty | Price |\n| --- | --- | --- |\n| Milk | 1 | 0.99 |\n| Bread | 2 | 1.99 |\n| Butter | 3 | 2.99 |\n| Jam | 4 | 3.99 |`;

test('the first and the last row of a table with much white between rows are rows of it', () => {
  expect(textOf(45, goods)).toBe(goodsText);
  expect(textOf(40, grid('Item'))).toBe(gridText('Item'));
  expect(textOf(34, grid(''))).toBe(gridText(''));
});

test('a row of totals is in its table where more white is above it', () => {
  expect(textOf(30, goods, { 3: 20 })).toBe(goodsText);
});

test('a form with much white between rows is one', () => {
  const rows = ['Name', 'Street', 'Town', 'Phone'].map((name): At[] => [
    [name, 10, 80],
    [`value of ${name}`, 200, 180],
  ]);
  expect(textOf(60, rows)).toBe(
    '| Name | value of Name |\n| --- | --- |\n| Street | value of Street |\n| Town | value of Town |\n| Phone | value of Phone |',
  );
});

test('lines of prose with much white between them are one paragraph', () => {
  const rows = [1, 2, 3, 4, 5, 6].map((i): At[] => [[`line ${i}`, 10, 500]]);
  expect(textOf(40, rows)).toBe('line 1\nline 2\nline 3\nline 4\nline 5\nline 6');
});

test('a running title and the number of a page are read before and after two columns', () => {
  const columns = [1, 2, 3, 4, 5, 6].map((i): At[] => [
    [`left${i}`, 10, 300],
    [`right${i}`, 350, 300],
  ]);
  const head: At[] = [
    ['Title', 10, 90],
    ['Author', 560, 90],
  ];
  const foot: At[] = [
    ['Journal', 10, 90],
    ['17', 620, 30],
  ];
  const text = textOf(24, [head, ...columns, foot], { 1: 20, 7: 20 });
  const order =
    'Title | Author left1 left2 left3 left4 left5 left6 right1 right2 right3 right4 right5 right6 Journal | 17';
  expect(text.replaceAll(/\s+/g, ' ')).toBe(order);
});

test('an address and dates next to it are rows', () => {
  const head: At[][] = [
    [
      ['Seller Ltd', 10, 150],
      ['Invoice 17', 425, 150],
    ],
    [
      ['Street 1', 10, 120],
      ['Date 1 May', 425, 150],
    ],
    [
      ['12345 Town', 10, 165],
      ['Due 9 May', 425, 135],
    ],
  ];
  expect(textOf(30, [...head, ...grid('Item')], { 3: 60 })).toBe(
    `| Seller Ltd | Invoice 17 |\n| --- | --- |\n| Street 1 | Date 1 May |\n| 12345 Town | Due 9 May |\n\n${gridText('Item')}`,
  );
});

test('columns are read one after the other where four or more lines fill them', () => {
  const rows = (lines: number, widths: readonly number[]) =>
    Array.from({ length: lines }, (_, i): At[] => {
      const width = widths[i % widths.length] ?? 0;
      return [
        [`a${i}`, 10, width],
        [`b${i}`, 400, width],
      ];
    });
  const flat = (text: string) => text.replaceAll(/\s+/g, ' ');
  expect(flat(textOf(26, rows(4, [300, 270, 290, 90])))).toBe('a0 a1 a2 a3 b0 b1 b2 b3');
  expect(flat(textOf(26, rows(5, [300, 200])))).toBe('a0 a1 a2 a3 a4 b0 b1 b2 b3 b4');
  expect(textOf(26, rows(4, [300, 200]))).toContain('| a0 | b0 |');
  expect(textOf(26, rows(3, [300]))).toContain('| a0 | b0 |');
});
