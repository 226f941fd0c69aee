import { expect, test } from 'vitest';
import { rowsToText } from '#documents/row-text.ts';
import { askTable } from './ask-table.ts';

const resultOf = (question: string, text: string, file?: string) =>
  askTable(question, text, file)?.value ?? null;

const GARDEN = rowsToText([
  ['Day', 'Kind', 'Seller', 'Paid by', 'Price total', 'Remark'],
  ['2023-01-04', 'Garden', 'Plant Barn', 'Ida', '40.00', 'soil'],
  ['2023-01-20', 'Tools', 'Iron Shed', 'Ole', '25.00', 'rake'],
  ['2023-02-04', 'Rent', 'Hill Estate', 'Ida', '100.00', ''],
  ['2023-03-04', 'Rent', 'Hill Estate', 'Ida', '120.00', ''],
  ['2023-03-09', 'Tools', 'Iron Shed', 'Ole', '61.50', 'spade'],
  ['2023-03-30', 'Driving out', 'Van Lee', 'Ole', '12.00', ''],
  ['2023-05-02', 'Driving out', 'Van Lee', 'Ida', '14.00', ''],
]);

test.each([
  // The file's subject is no value next to another one of its column.
  ['How much did our garden spend on tools altogether in January 2023?', '25.00'],
  ["What was the average monthly bill from Hill Estate in the garden's 2023 costs?", '110.00'],
  // Both are values.
  ['How much was spent on garden and tools in total?', '126.50'],
  // Verbs in another form than that of the value, and "how often".
  ['how often in 2023 was it Ida who paid when the family drove out', '1'],
  // Money by its other names, and words for things.
  ['What was the most expensive single thing the family paid for in 2023?', '120.00'],
  ['What were the charges of Hill Estate in total?', '220.00'],
  // A span of time.
  ['How much was spent between 1 March 2023 and 30 March 2023 in total?', '193.50'],
  ['How much was spent from February to March 2023 in total?', '293.50'],
  ['What was the total cost over the whole year?', '372.50'],
  ['How much was spent on or before 20 January 2023 in total?', '65.00'],
])('costs of a garden: “%s” is %s', (question, value) => {
  expect(resultOf(question, GARDEN, 'garden-costs-2023.xlsx')).toBe(value);
});

test.each([
  // Either of both.
  "What were our garden's total costs in January 2023?",
  'How much did our garden spend on tools and garden in total?',
  // Not one row for each month.
  'What was the average monthly bill paid by Ole in 2023?',
  'What was the average monthly cost in 2023?',
  'In which month was the price total of tools highest and lowest?',
  // Somebody else, another income, another list.
  "How much did Ida's sister spend on tools?",
  'How much did Ida earn in 2023?',
  'How many people on the guest list drove out?',
  'How many broken tools were paid by Ole?',
  'How much was spent between 1 March and the summer?',
])('costs of a garden: “%s” is not certain', (question) => {
  expect(resultOf(question, GARDEN, 'garden-costs-2023.xlsx')).toBeNull();
});

const CREW = rowsToText([
  ['Name', 'Crew', 'Port', 'Joined', 'Phone'],
  ['Bo Lind', 'Deck', 'Moss', '2015-04-01', '11'],
  ['Una Falk', 'Engine', 'Horten', '2009-09-15', '12'],
  ['Pia Aas', 'Deck', 'Horten', '2020-02-01', '13'],
  ['Siv Berg', 'Deck', 'Moss', '2021-06-30', '14'],
]);

test.each([
  ['Who has been with Blue Ferry the longest?', '2009-09-15', 'Una Falk'],
  ['Who has worked on the deck the longest?', '2015-04-01', 'Bo Lind'],
  ['Who joined Blue Ferry most recently?', '2021-06-30', 'Siv Berg'],
  ['How many people on the Blue Ferry crew list are on deck at Moss?', '2', 'Bo Lind'],
])('a crew: “%s” is %s', (question, value, name) => {
  const found = askTable(question, CREW, 'blue-ferry-crew.csv');
  expect([found?.value, found?.shown[0]?.cells.get('Name')]).toEqual([value, name]);
});

test('a row is found by a name, and its file by two words', () => {
  const found = askTable(
    'which phone do I ring at Blue Ferry to get Pia Aas',
    CREW,
    'blue-ferry.csv',
  );
  expect([found?.operation, found?.shown[0]?.cells.get('Phone')]).toEqual(['rows', '13']);
  expect(
    resultOf('which phone do I ring at Red Ferry to get Pia Aas', CREW, 'blue-ferry.csv'),
  ).toBeNull();
});

test('a name has one row, whatever of it is counted', () => {
  const found = askTable('How many cabins does Bo Lind have?', CREW, 'blue-ferry-crew.csv');
  expect(found).toMatchObject({ operation: 'rows', matched: 1 });
});

test.each([
  'Who is the oldest person at Blue Ferry?',
  'Who has been ill the longest at Blue Ferry?',
  'How many people on deck smoke?',
])('a crew: “%s” is not certain', (question) => {
  expect(resultOf(question, CREW, 'blue-ferry-crew.csv')).toBeNull();
});

const BIKES = rowsToText([
  ['No.', 'Rider', 'Kind', 'Lent on', 'Due on', 'Returned on', 'Paid'],
  ['B1', 'Ann', 'City', '2022-05-01', '2022-05-08', '2022-05-07', 'yes'],
  ['B2', 'Tor', 'Race', '2022-05-03', '2022-05-10', '', ''],
  ['B3', 'Ann', 'Race', '2022-06-01', '2022-06-08', '2022-06-09', 'yes'],
  ['B4', 'Eli', 'Race', '2022-06-02', '2022-06-09', '', 'yes'],
  ['B5', 'Eli', 'City', '2022-06-20', '2022-06-27', '2022-06-21', ''],
  ['B6', 'Eli', 'Race', '2022-07-20', '2022-07-27', '2022-07-21', ''],
]);

test.each([
  // Empty cells of the column that a verb names.
  ['how many of the bikes have not been brought back', '2'],
  ["How many race bikes haven't been returned yet?", '2'],
  ['How many bikes are still out?', '2'],
  ['How many bikes were never returned?', '2'],
  ['How many bikes are still unpaid?', '3'],
  // Of several columns of dates the one that the verb means.
  ['How many race bikes were lent out on or after 1 June 2022?', '3'],
  ['How many bikes were taken out in June 2022?', '3'],
  ['How many bikes are due in May 2022?', '2'],
  ['How many bikes were lent between 3 May 2022 and 2 June 2022?', '3'],
])('bikes: “%s” is %s', (question, value) => {
  expect(resultOf(question, BIKES, 'bikes.ods')).toBe(value);
});

test.each([
  'How many bikes have not been returned by 1 June 2022?',
  'How many bikes have not been returned or paid?',
  'How many bikes have not been lent out?',
  'How many bikes have not been repaired?',
  'How many bikes were not race bikes?',
  'How many race bikes were lent and returned in June 2022?',
  'How many race bikes were stolen in June 2022?',
])('bikes: “%s” is not certain', (question) => {
  expect(resultOf(question, BIKES, 'bikes.ods')).toBeNull();
});

const CUP = rowsToText([
  ['Rank', 'Team', 'Won', 'Drawn', 'Lost', 'Goals for', 'Goals against'],
  ['1', 'Elk Park', '9', '1', '2', '30', '12'],
  ['2', 'Mill Lane', '7', '4', '1', '22', '9'],
  ['3', 'Old Quay', '2', '4', '6', '11', '25'],
]);

test.each([
  ['Which side lost the most games in the city cup?', 'Old Quay (6)'],
  ['Which club drew the most matches in the city cup?', 'Mill Lane / Old Quay (4)'],
  ['how many goals did elk park let in', '12'],
  ['How many goals did Old Quay score?', '11'],
  ['Which team conceded the fewest goals?', 'Mill Lane (9)'],
  ['How many teams won more than 5 matches?', '2'],
  ['Which club drew the most spectators in the city cup?', null],
  ['Which club has the most supporters in the city cup?', null],
  ['How many goals did Elk Park let in at home?', null],
])('a cup: “%s” is %s', (question, value) => {
  expect(resultOf(question, CUP, 'city-cup.csv')).toBe(value);
});

const METERS = rowsToText([
  ['Week of', 'House', 'Heat (kWh)', 'Water (m3)'],
  ['2022-01-03', 'Barn', '40', '3.5'],
  ['2022-01-03', 'Mill', '70', '1.5'],
  ['2022-01-10', 'Barn', '55', '2.5'],
  ['2022-01-10', 'Mill', '65', '4.5'],
]);

test.each([
  ["What was the mill's total heat use over the whole year, according to the farm meters?", '135'],
  ['In which week did the barn use the most water? Give the date of the week.', '2022-01-03 (3.5)'],
  ['In which week was the most water used?', '2022-01-10 (7.0)'],
  ['In how many weeks did the barn use more than 50 kWh of heat?', '1'],
  // More than a rhythm says.
  ['In which month did the barn use the most water?', null],
  ['In which week did the barn use the most water? Give the second one too.', null],
  ["What was the mill's total heat bill over the whole year?", null],
  ["What was the mill's total heat use over the whole year 2021?", null],
])('meters: “%s” is %s', (question, value) => {
  expect(resultOf(question, METERS, 'farm-meters.xlsx')).toBe(value);
});

test('a whole year leaves out rows of a table with several', () => {
  const rows = METERS.replaceAll('2022-01-03', '2021-01-03');
  const asked = "What was the mill's total heat use over the whole year";
  expect(resultOf(`${asked}?`, rows)).toBeNull();
  expect(resultOf(`${asked} 2021?`, rows)).toBe('70');
});

test('the best has most of the only number that is better so, and a month has one row', () => {
  const harvest = rowsToText([
    ['Apple', 'Harvest'],
    ['Cox', '12'],
    ['Gala', '31'],
    ['Idared', '25'],
  ]);
  expect(resultOf('Which kind of apple did best in the harvest?', harvest)).toBe('31');
  expect(resultOf('Which kind of apple did worst?', harvest)).toBe('12');
  expect(resultOf('Which apple did best?', harvest.replaceAll('Harvest', 'Losses'))).toBeNull();
  const deaths = rowsToText([
    ['month', 'fever', 'cold'],
    ['1901-01', '300', '20'],
    ['1901-02', '1200', '30'],
    ['1901-03', '1100', '10'],
  ]);
  expect(resultOf('In how many months did fever take more than 1000 people?', deaths)).toBe('2');
  expect(resultOf('In which month did most die of fever?', deaths)).toBe('1200');
  expect(resultOf('Against which fever does it take the most cold?', deaths)).toBeNull();
  expect(resultOf('In which month does it take the most cold?', deaths)).toBe('30');
});

test('a number that a column of two words names is counted above a limit', () => {
  const days = rowsToText([
    ['day', 'temp_max', 'Miles_per_Gallon'],
    ['2020-07-01', '31', '20'],
    ['2020-07-02', '35', '22'],
    ['2020-07-03', '24', '25'],
  ]);
  expect(resultOf('On how many days was the maximum temperature above 30?', days)).toBe('2');
  expect(resultOf('How many miles per gallon on 2020-07-02?', days)).toBe('22');
});

const WARD = `Deaths of the ward\n${rowsToText([
  ['Month', 'Wounds', 'Other'],
  ['1854-04', '3', '10'],
  ['1854-05', '5', '20'],
  ['1854-06', '0', '30'],
])}`;
const SHOP = rowsToText([
  ['Month', 'Sales', 'Returns'],
  ['2024-04', '3', '10'],
  ['2024-05', '5', '20'],
  ['2024-06', '0', '30'],
]);
const WEATHER = rowsToText([
  ['Date', 'Maximum', 'Sky'],
  ['2024-04-01', '31', 'fog'],
  ['2024-04-02', '20', 'rain'],
  ['2024-04-03', '33', 'fog'],
]);

test.each([
  ['How many died of wounds in 1854-05?', WARD, '5'],
  ['How many died of other causes in 1854-06?', WARD, '30'],
  ['What is the average maximum in 2024-04?', WEATHER, '28.00'],
  ['What is the sum of Returns in 2024-05?', SHOP, '20'],
  ['What is the sum of Returns since 2024-05?', SHOP, '50'],
  // Rows of which each is another day are days, and no weeks.
  ['How many days were foggy?', WEATHER, '2'],
  ['On how many days was the maximum above 30?', WEATHER, '2'],
  ['How many weeks were foggy?', WEATHER, null],
])('%s', (question, text, value) => {
  expect(resultOf(question, text, 'hospital-weather.csv')).toBe(value);
});
