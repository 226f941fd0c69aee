import { expect, test } from 'vitest';
import { type Annotation, commentsOf, type LayerItem, layerText } from './page-layer.ts';

const words = (str: string, x: number, y: number, hasEOL = true): LayerItem => ({
  ...{ str, transform: [10, 0, 0, 10, x, y], width: str.length * 5, height: 10, hasEOL },
});
const field = (rect: number[], rest: Annotation): Annotation => ({
  ...{ subtype: 'Widget', fieldType: 'Tx', rect },
  ...rest,
});

const FORM = [
  words('First name', 50, 700, false),
  words('Last name', 300, 700),
  words('Country', 50, 660),
  words('Remarks', 50, 640),
  words('Female', 80, 560, false),
  words('Male', 180, 560),
];

test('entries of a form stand behind the name of its field, crosses before theirs', () => {
  const gender = { fieldType: 'Btn', radioButton: true, fieldValue: 'm' };
  const options = [{ exportValue: 'DE', displayValue: 'Germany' }];
  const text = layerText(FORM, [
    field([110, 698, 250, 712], { fieldValue: 'Alice' }),
    field([350, 698, 500, 712], { fieldValue: 'Roe' }),
    field([110, 658, 250, 672], { fieldType: 'Ch', fieldValue: ['DE'], options }),
    field([50, 590, 400, 636], { fieldValue: 'Two lines\nof remarks' }),
    field([60, 558, 72, 570], { ...gender, buttonValue: 'f' }),
    field([160, 558, 172, 570], { ...gender, buttonValue: 'm' }),
  ]);
  expect(text).toBe(
    'First name Alice Last name Roe\nCountry Germany\nRemarks Two lines of remarks\nFemale [x] Male\n',
  );
});

test('passwords, hidden and empty fields, and boxes without a cross say nothing', () => {
  const rect = [110, 698, 250, 712];
  const box = { fieldType: 'Btn', checkBox: true, exportValue: 'Yes' };
  const text = layerText(
    [words('Name', 50, 700)],
    [
      field(rect, { fieldValue: 'secret', password: true }),
      field(rect, { fieldValue: 'hidden', annotationFlags: 2 }),
      field(rect, { fieldValue: '' }),
      field(rect, { ...box, fieldValue: 'Off' }),
      field(rect, { fieldType: 'Sig', fieldValue: 'x' }),
      { subtype: 'Link', rect },
    ],
  );
  expect(text).toBe('Name\n');
});

test('a value without words near it is below all others', () => {
  expect(layerText([], [field([0, 0, 9, 9], { fieldValue: 'Alone' })])).toBe('\nAlone');
});

test('comments are lines with their authors; links and fields are none', () => {
  const note = (subtype: string, str: string, author = '', annotationFlags = 0): Annotation => ({
    ...{ subtype, annotationFlags, contentsObj: { str }, titleObj: { str: author } },
  });
  expect(
    commentsOf([
      note('Text', 'Too early,\nask again', 'Ana Roe'),
      note('FreeText', 'Approved'),
      note('Highlight', ' '),
      note('Text', 'Hidden', 'Ana', 2),
      note('Link', 'https://example.org'),
      note('Widget', 'help'),
    ]),
  ).toBe('Ana Roe: Too early, ask again\nApproved');
});
