// Fifty requests for JSON: ten schemas as programs write them, each with five texts.
const string = (limits = {}) => ({ type: 'string', ...limits });
const whole = (limits = {}) => ({ type: 'integer', ...limits });
const list = (items, limits = {}) => ({ type: 'array', items, ...limits });
const object = (properties, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const REQUESTS = [
  {
    name: 'contact',
    schema: object({ name: string(), email: string(), phone: string() }),
    ask: 'Extract the contact.',
    texts: [
      'Reach Lena Vogt under lena@example.org or +49 30 123456.',
      'Bob Hill (bob.hill@example.com, 555-0199) is the new plumber.',
      'Invoices go to Ana Souza, ana@example.net, tel. 021 44 55 66.',
      'My name is Jun Sato, jun@example.jp, and I have no phone.',
      'Write to "Dr." Mira Öz <mira@example.org>; call 0800 "HELP".',
    ],
  },
  {
    name: 'sentiment',
    schema: object({
      sentiment: { enum: ['positive', 'neutral', 'negative'] },
      confidence: { type: 'number', minimum: 0, maximum: 1 },
      reason: string({ maxLength: 200 }),
    }),
    ask: 'Judge the review.',
    texts: [
      'The battery died after two days. Never again.',
      'Works as described.',
      'Best coffee grinder I ever owned!',
      'It is blue. It arrived on Tuesday.',
      'Great sound, terrible app; I sent it back.',
    ],
  },
  {
    name: 'events',
    schema: object({
      events: list(
        object({ title: string(), date: string({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }) }),
        { minItems: 1, maxItems: 3 },
      ),
    }),
    ask: 'List the events with their dates. The year is 2026.',
    texts: [
      'Parents evening on 4 May, sports day on 12 June.',
      'The release is planned for December 1st.',
      'Dentist 3/9, hairdresser 4/9, wedding of Kim 12/9.',
      'We meet every first Monday, next on 7 September.',
      'Exam: 24 January. Results: 14 February.',
    ],
  },
  {
    name: 'product',
    schema: object({
      title: string({ minLength: 3, maxLength: 60 }),
      price: { type: 'number', exclusiveMinimum: 0 },
      currency: { enum: ['EUR', 'USD', 'GBP', 'JPY'] },
      inStock: { type: 'boolean' },
      tags: list(string({ maxLength: 20 }), { maxItems: 5 }),
    }),
    ask: 'Turn the offer into a product.',
    texts: [
      'Walnut desk, 349 euros, ships today.',
      'USB-C cable 2 m for $9.99. Sold out.',
      'First edition of Dracula, £1,200.',
      'Rice cooker, 12,800 yen, five left.',
      'Used bicycle, red, 80 EUR, pick up only.',
    ],
  },
  {
    name: 'tree',
    schema: {
      // No recursion: the smallest models never come back from it.
      $defs: { leaf: object({ label: string({ maxLength: 40 }) }) },
      ...object({
        label: string({ maxLength: 40 }),
        children: list({ $ref: '#/$defs/leaf' }, { maxItems: 2 }),
      }),
    },
    ask: 'Write the outline as a tree, two levels at most.',
    texts: [
      'A book about birds: songs and nests.',
      'Kitchen: oven and sink.',
      'Company: sales and research.',
      'Trip: packing and driving.',
      'Computer: memory and processor.',
    ],
  },
  {
    name: 'shape',
    schema: {
      anyOf: [
        object({ kind: { const: 'circle' }, radius: { type: 'number' } }),
        object({
          kind: { const: 'rectangle' },
          width: { type: 'number' },
          height: { type: 'number' },
        }),
      ],
    },
    ask: 'Describe the shape.',
    texts: [
      'A disc of radius 4.',
      'A door, 90 wide and 200 high.',
      'A square with sides of 3.',
      'A coin with a diameter of 2.',
      'A postcard of 10 by 15.',
    ],
  },
  {
    name: 'nullable',
    schema: object({
      city: string(),
      country: { type: ['string', 'null'] },
      population: { anyOf: [whole({ minimum: 0 }), { type: 'null' }] },
    }),
    ask: 'What does the text say about the city? Use null for what it does not say.',
    texts: [
      'Oslo is the capital of Norway.',
      'About 500,000 people live in Utrecht and around it.',
      'Springfield is quiet.',
      'Quito, Ecuador: 2.8 million inhabitants.',
      'Nobody knows how many people live in Lagos.',
    ],
  },
  {
    name: 'tuple',
    schema: object({
      from: { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 },
      to: { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 },
    }),
    ask: 'Give the coordinates of the line.',
    texts: [
      'From (0, 0) to (3, 4).',
      'It begins at -1.5, 2 and ends at 7, 8.25.',
      'Start: x 10, y 20. End: x 30, y 40.',
      'A line from the origin to (1, 1).',
      'Between 52.5, 13.4 and 48.1, 11.6.',
    ],
  },
  {
    name: 'map',
    schema: {
      type: 'object',
      additionalProperties: whole({ minimum: 0, maximum: 100 }),
      minProperties: 1,
      maxProperties: 4,
    },
    ask: 'How many points has each player? Keys are names.',
    texts: [
      'Ana 10, Ben 20.',
      'Kim won with 77 points; Lee had 3.',
      'Team Red: 5. Team Blue: 6. Team Green: 7.',
      'Only Zoe scored: 12.',
      'Max has twice the points of Eva, who has 8.',
    ],
  },
  {
    name: 'code',
    schema: object({
      language: { enum: ['python', 'javascript', 'sql'] },
      code: string({ maxLength: 300 }),
      explanation: string({ maxLength: 200 }),
    }),
    ask: 'Write a short piece of code.',
    texts: [
      'Print "Hello, World!" in Python, with quotation marks around it.',
      'Add two numbers in JavaScript.',
      'Select all names from the table users.',
      'A Python line that replaces a backslash by a slash.',
      'A JavaScript string with a line break in it.',
    ],
  },
];

/** Each with its name, schema and question. */
export const JSON_REQUESTS = REQUESTS.flatMap(({ name, schema, ask, texts }) =>
  texts.map((text) => ({ name, schema, question: `${ask}\n\n${text}` })),
);
