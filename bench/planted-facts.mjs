// Thirty-five files of an association's papers with facts planted in them: 50 deadlines, 50 payments, 20 accidents and 20 absences, between sentences
// about other things. A question that asks for one kind has the others as its distractors.

const PEOPLE =
  'Okafor Lindqvist Brandt Nakamura Ferreira Kowalski Shah Petersen Moreau Haddad Olsen Novak Ruiz Keller Adeyemi Lund Varga Silva Hoang Weber'.split(
    ' ',
  );
const THINGS =
  'roof repair,lease of the hall,insurance of the van,application for the grant,translation of the brochure,order of seeds,report to the council,licence of the kitchen,inspection of the boiler,list of members'.split(
    ',',
  );
const FIRMS =
  'Halden Roofing,the printer in Mill Lane,Norsk Kabel,Garden World,the water board,Bright Cleaning,the bakery Ida,Delta Tools,the city archive,Sommer Travel'.split(
    ',',
  );
const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** Each kind: the question, and wordings with {person}, {thing}, {firm}, {day}, {sum} in them. */
export const KINDS = {
  deadlines: {
    question: 'List all deadlines that are mentioned in these files.',
    count: 50,
    wordings: [
      'The deadline for the {thing} is {day}.',
      'The {thing} has to be finished by {day}.',
      '{person} must hand in the papers for the {thing} no later than {day}.',
      'Offers for the {thing} are accepted until {day} at noon.',
      'The {thing} is due on {day}.',
      'After {day} no further requests about the {thing} can be considered.',
      'Please return the signed form for the {thing} to {person} before {day}.',
      'The last day to object to the {thing} is {day}.',
      '{person} asked everybody to submit comments on the {thing} by {day}.',
      'The contract for the {thing} can be cancelled up to {day}.',
    ],
  },
  payments: {
    question: 'List all payments that were made, with their amounts.',
    count: 50,
    wordings: [
      '{firm} was paid {sum} euros for the {thing}.',
      'The invoice of {firm} over {sum} euros has been settled.',
      '{person} transferred {sum} euros to {firm} last week.',
      'For the {thing} the association spent {sum} euros.',
      'A deposit of {sum} euros went to {firm}.',
      '{person} bought new chairs for {sum} euros and was refunded.',
      'The fee of {sum} euros for the {thing} was paid in cash.',
      '{firm} received {sum} euros in advance.',
    ],
  },
  // Held out: no threshold was chosen with them.
  accidents: {
    question: 'Find all accidents and injuries.',
    count: 20,
    wordings: [
      '{person} fell from a ladder and was taken to hospital.',
      'An ambulance was called for {person}.',
      '{person} broke an arm on the stairs.',
      '{person} slipped on the ice and hurt a knee.',
      '{person} cut a finger while opening a box.',
    ],
  },
  absences: {
    question: 'List everybody who was absent or had sent excuses.',
    count: 20,
    wordings: [
      '{person} could not come because of a cold.',
      '{person} had sent excuses.',
      '{person} was absent without a reason.',
      'Missing were {person} and a guest.',
      '{person} was on holiday and did not take part.',
    ],
  },
};

const FILLER = [
  'The minutes of the last meeting were read and approved.',
  'The weather was fine, and forty guests came to the summer party.',
  '{person} showed pictures of the trip to the mountains.',
  'The new stove in the greenhouse works well.',
  'Three families moved into the house next door.',
  'The choir sang two songs by a local composer.',
  '{person} explained how compost is turned over in spring.',
  'A discussion about the colour of the fence followed.',
  'The library has eleven new books about birds.',
  'Nobody objected to the proposal of {person}.',
  'The path behind the shed is slippery after rain.',
  'Tea and cake were served in the break.',
  '{person} thanked the volunteers for their work.',
  'The hedgehogs under the hedge have woken up.',
  'The website was shown and praised.',
  'A lost umbrella is kept in the office of {person}.',
  'The lamps in the stairwell were replaced by brighter ones.',
  'The children painted a picture of the harbour.',
  'Bicycles without a name tag stand in the yard.',
  '{person} likes the view from the lighthouse.',
  'The old printing press is still in use.',
  'Two neighbours complained about the noise of the drums.',
  'The museum shows nets, knots and an old boat.',
  'The tomatoes need more sun than they get behind the wall.',
  '{firm} has moved to the other side of the river.',
  'The key to the cellar hangs next to the door.',
  'The film about terns was longer than expected.',
  '{person} plays the violin in an orchestra.',
  'The apples of this year are small but sweet.',
  'The stairs were swept and the windows cleaned.',
];

const NAMES = ['minutes', 'letter', 'notes', 'report', 'memo', 'protocol', 'diary'];

/** A number from 0 to 1 for each call, always the same ones (mulberry32). */
function seeded(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * The files, and the planted sentences of each kind.
 * @returns {{ files: { name: string, text: string }[], planted: Record<string, { file: string, text: string }[]> }}
 */
export function plantFacts({ files: count = 35, lines = 20, seed = 7 } = {}) {
  const random = seeded(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const fill = (form) => {
    const values = {
      person: `${pick(['Ms', 'Mr', 'Mrs', 'Dr'])} ${pick(PEOPLE)}`,
      thing: pick(THINGS),
      firm: pick(FIRMS),
      day: `${1 + Math.floor(random() * 28)} ${pick(MONTHS)}`,
      sum: String(20 + Math.floor(random() * 1900)),
    };
    const text = form.replace(/\{(\w+)\}/g, (_, name) => values[name]);
    return text[0].toUpperCase() + text.slice(1);
  };
  const seen = new Set();
  const fresh = (form) => {
    let text = fill(form);
    while (seen.has(text)) text = fill(form);
    seen.add(text);
    return text;
  };
  const files = Array.from({ length: count }, (_, i) => ({
    name: `${NAMES[i % NAMES.length]}-${i + 1}.txt`,
    title: `${NAMES[i % NAMES.length]} number ${i + 1}`,
    sentences: [],
  }));
  const planted = {};
  for (const [kind, { count: facts, wordings }] of Object.entries(KINDS)) {
    planted[kind] = Array.from({ length: facts }, (_, i) => {
      // Some files have several, some none.
      const file = pick(files);
      const text = fresh(wordings[i % wordings.length]);
      file.sentences.push(text);
      return { file: file.name, text };
    });
  }
  for (const { sentences } of files) {
    while (sentences.length < lines) {
      const at = Math.floor(random() * (sentences.length + 1));
      sentences.splice(at, 0, fill(pick(FILLER)));
    }
  }
  return {
    planted,
    files: files.map(({ name, title, sentences }) => {
      const paragraphs = [];
      for (let at = 0; at < sentences.length; at += 5)
        paragraphs.push(sentences.slice(at, at + 5).join(' '));
      return {
        name,
        text: `${title[0].toUpperCase()}${title.slice(1)}\n\n${paragraphs.join('\n\n')}\n`,
      };
    }),
  };
}
