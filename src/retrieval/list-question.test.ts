import { expect, test } from 'vitest';
import { readListQuestion, searchedFor, topicOf } from './list-question.ts';

const LISTS: [question: string, subject: string][] = [
  ['List all deadlines that are mentioned in these files.', 'deadlines'],
  ['Please list the allergies in my notes', 'allergies'],
  ['Could you find every payment to Norsk Kabel?', 'payment norsk kabel'],
  ['Give me a list of all people who were absent', 'people absent'],
  ['What are all the fees?', 'fees'],
  ['Which tools are mentioned?', 'tools'],
  ['Nenne alle Kündigungsfristen in den Verträgen', 'kundigungsfristen'],
  ['Zähle die Zahlungen auf', 'zahlungen'],
  ['Liste bitte alle Termine auf', 'termine'],
  ['Montre toutes les dates limites', 'dates limites'],
  ['Lista todos los pagos', 'pagos'],
];

test.each(LISTS)('%s asks for a list', (question, subject) => {
  expect(readListQuestion(question)).toEqual({ kind: 'list', subject });
});

test('counts and comparisons of many files are recognised', () => {
  const kindOf = (question: string) => readListQuestion(question)?.kind;
  expect(kindOf('How many deadlines are there in these files?')).toBe('count');
  expect(kindOf('How many of my 300 notes mention insurance?')).toBe('count');
  expect(kindOf('Count all payments')).toBe('count');
  expect(kindOf('Wie viele Termine stehen in den Dokumenten?')).toBe('count');
  expect(kindOf('Compare the notice periods in the contracts')).toBe('compare');
  expect(kindOf('What is the difference between the rents of the leases?')).toBe('compare');
});

/** Questions that all lines of the files answer. */
const TAKEN: [kind: 'list' | 'count' | 'compare', ...questions: string[]][] = [
  [
    'list',
    'List all invoices that are still open',
    'List every meeting with the architect',
    'list each payment',
    'List everyone who was absent',
    'List everybody who was absent or had sent excuses.',
    'Find all accidents and injuries.',
    'List all payments that were made, with their amounts.',
    'List everything that concerns the roof',
    'List the deadlines.',
    'List my appointments',
    'List the fees in these contracts',
    'Can you find all phone numbers?',
    'Please show me every promise of the landlord',
    'Extract all dates from these documents',
    'Make a list of all people who were absent',
    'I need a list of all allergies',
    'Give me a list of deadlines in these files',
    'A complete list of all guests',
    'What are all the penalties?',
    'What are the deadlines in these files?',
    'Which medicines are mentioned in the letters?',
    'Which payments are in my notes?',
    'Identify all risks',
    'Search for all complaints',
    'Nenne mir alle Termine',
    'Finde alle Zahlungen in den Rechnungen',
    'Schreibe alle Namen heraus',
    'Kannst du mir alle Fristen nennen?',
    'Welche Fristen werden genannt?',
    'Welche Termine gibt es in den Dateien?',
    'Donne-moi toutes les échéances',
    'Dame todas las fechas',
  ],
  [
    'count',
    'How many deadlines are there in these files?',
    'How many of my 300 notes mention insurance?',
    'How many documents contain a penalty?',
    'How often is the roof mentioned in the reports?',
    'Wie oft wird die Heizung in den Protokollen erwähnt?',
    'Combien de paiements dans les documents ?',
    'Number of payments in these files',
    'Count all payments',
    'Count the accidents in the reports',
    'Wie viele Termine stehen in den Dokumenten?',
    'Wie viele Verträge enthalten eine Kaution?',
    'Zähle alle Zahlungen',
  ],
  [
    'compare',
    'Compare the notice periods in the contracts',
    'Compare the rents across all 5 leases',
    'What is the difference between the rents of the leases?',
    'Vergleiche die Kündigungsfristen in den Verträgen',
    'Was ist der Unterschied zwischen den Mieten der Verträge?',
  ],
];

test.each(TAKEN.flatMap(([kind, ...questions]) => questions.map((question) => [question, kind])))(
  '%s asks for a %s',
  (question, kind) => {
    expect(readListQuestion(question ?? '')?.kind).toBe(kind);
  },
);

/** Questions for one thing, for a model's own words, or for no file. */
const SINGLE = [
  'What is the rent?',
  'How many people live in Berlin?',
  'How much did I pay for the chair?',
  'Who has the key to the cellar?',
  'List three ways to cook an egg',
  'When is the library closed?',
  'What does the contract say about pets?',
  'Compare these files',
  'Was ist die Kündigungsfrist?',
  'Summarise the letter',
  'Is everything all right?',
  'Where are all right turns?',
  'Can you give me the full name of the landlord?',
  'Give me a complete summary of the contract',
  'Tell me if there is any penalty',
  'Show me how to merge all PDFs',
  'Give me an email that thanks everyone',
  'Schreibe eine Antwort auf den Brief',
  'Gib mir eine Zusammenfassung auf Deutsch',
  'Suche die Summe auf der Rechnung',
  'Zeig mir die Miete auf Seite 3',
  'What is the phone number of the landlord in the documents?',
  'How many minutes does the walk take?',
  'How many pages does the manual have?',
  'How many letters are in the word strawberry?',
  'How many kilometres can I drive in 30 minutes?',
  'What is the difference between gross and net rent?',
  'Was ist der Unterschied zwischen Miete und Pacht?',
  'Compare Python and Rust',
  'When did we all sign the lease?',
  'What do I do when all else fails?',
  'List the main points of the article',
  'Was gibt es Neues?',
  'Give all tenants a friendly reminder',
  'Write a letter to all tenants',
  'Tell me everything about the contract',
  'Tell me all about the roof',
  'Show me everything I need to know',
  'Find the clause that every tenant must sign',
  'List the pros and cons of the contract',
  'List all advantages of renting',
  'List the best restaurants in Rome',
  'Give me a list of ideas for dinner',
  'List all deadlines and write an email about them',
  'List all fees on page 3',
  'Give me all the details of the contract in one paragraph',
  'Show me all the text',
  'Find the rent in the documents',
  'How many words are in these documents?',
  'How many bedrooms does the house have?',
  'How many tenants may live in the flats of the contracts?',
  'How many people can sleep in the cabin?',
  'Count to ten',
  'Count the days until the deadline',
  'What number of the house is in the letters?',
  'What is the difference between the deposit and the rent in the leases?',
  'Compare the two of them',
  'Who are all right with that?',
  'Translate all of the documents',
  'Find all the bugs in this function',
  'Get everything ready for the party',
  'Give me all the help you can',
  'List all of the above',
  'Give me every reason to sign',
  'List all possible causes of the error',
  'Can you list all the ways I can cancel?',
  'Does every contract have a deposit?',
  'Why were all payments late?',
  'Which of all the flats is cheapest?',
  'Explain what each paragraph means',
  'Welche Miete steht im Vertrag?',
  'Schreibe allen eine Einladung',
  'Nenne die wichtigsten Punkte',
  'Wie viele Seiten hat das Dokument?',
  'Wie viele Zimmer hat die Wohnung?',
  'Gib mir alles auf Deutsch',
  'Stelle die Frage auf Englisch',
  'Donne-moi le résumé de tous les documents',
  'Cuántas páginas tiene el manual?',
  '',
  `List all ${'deadlines and '.repeat(40)}`,
];

test.each(SINGLE)('%.60s asks for no list', (question) => {
  expect(readListQuestion(question)).toBeNull();
});

test('hostile questions are read as fast as others', () => {
  const pieces = [
    '1',
    '1 ',
    'in ',
    'in all ',
    'of the ',
    'all the ',
    'list of ',
    'the ',
    'how many ',
  ];
  for (let i = 0; i < 5_000; i++) {
    const piece = pieces[i % pieces.length] ?? '';
    const tail = pieces[Math.floor(i / pieces.length) % pieces.length] ?? '';
    const question = `What was paid in ${piece.repeat(1 + (i % 240) / piece.length)}${tail}x?`;
    expect(readListQuestion(question)).toBeNull();
  }
});

test('the topic of a question is what it looks for; a few words are searched as they are', () => {
  expect(topicOf('Which of my 300 notes talk about insurance?')).toBe('insurance');
  expect(topicOf('  car insurance ')).toBe('car insurance');
  expect(topicOf('What does the lease say about pets?')).toBe('lease pets');
  expect(topicOf('In welchen Notizen geht es um die Versicherung?')).toContain('versicherung');
  expect(topicOf('to be or not to be')).not.toBe('');
});

test('of a question which file mentions something, the thing is searched for', () => {
  expect(searchedFor('Which file mentions Vicksburg?')).toBe('vicksburg');
  expect(searchedFor('Which of my 300 notes talk about insurance?')).toBe('insurance');
  expect(searchedFor('Welche Datei erwähnt die Versicherung?')).toBe('versicherung');
  for (const other of ['Which file manager is mentioned?', 'What does the lease say about pets?'])
    expect(searchedFor(other)).toBe(other);
});
