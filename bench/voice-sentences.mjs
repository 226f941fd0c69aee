// Sentences of mixed kinds, the same in every run.

const PLACES = 'Boston, Denver, Chicago, Geneva, Lisbon, Toronto, Dublin, Vienna'.split(', ');
const NAMES =
  'Maria Sanchez, Peter Novak, Aisha Khan, Thomas Becker, Olivia Bennett, Hiroshi Tanaka, Emma Larsen, David Cohen'.split(
    ', ',
  );
const THINGS =
  'the bridge, the old library, a new railway, the water supply, the harbor, an early harvest, the city budget, the museum'.split(
    ', ',
  );
const MONTHS = 'January, March, April, June, July, September, October, December'.split(', ');
const SITES = 'example.com, library.org, weather.net, garden.info'.split(', ');

/** Each makes a sentence of a number that differs from one to the next, and of what it picks. */
const KINDS = {
  prose: [
    (pick) =>
      `Officials in ${pick(PLACES)} said that work on ${pick(THINGS)} will begin next week.`,
    (pick) => `Heavy rain delayed the opening of ${pick(THINGS)}, and residents stayed at home.`,
    (pick) =>
      `After a long debate the council of ${pick(PLACES)} agreed to pay for ${pick(THINGS)}.`,
    (pick) => `Scientists have found a simple way to protect ${pick(THINGS)} from the cold.`,
  ],
  numbers: [
    (pick, n) => `About ${1_200 + n * 37} people live near ${pick(THINGS)}.`,
    (_pick, n) => `The price rose from $${n + 3}.50 to $${n + 9}.25, which is ${n + 2}%.`,
    (pick, n) =>
      `On ${pick(MONTHS)} ${1 + (n % 28)}, ${1950 + n}, it was ${n}°C at 7:${10 + (n % 50)} am.`,
    (_pick, n) => `The track is ${n + 2}.${n % 10} km long and ${n + 40} m high.`,
  ],
  names: [
    (pick) => `${pick(NAMES)} met ${pick(NAMES)} at the station in ${pick(PLACES)}.`,
    (pick) => `The prize went to ${pick(NAMES)}, a teacher from ${pick(PLACES)}.`,
    (pick) => `${pick(NAMES)} wrote the letter, but ${pick(NAMES)} signed it.`,
    (pick) => `In ${pick(PLACES)}, ${pick(NAMES)} opened a small restaurant.`,
  ],
  questions: [
    (pick) => `When does the train to ${pick(PLACES)} leave?`,
    (pick) => `Did ${pick(NAMES)} ever visit ${pick(THINGS)}?`,
    (pick) => `How long would it take to walk from here to ${pick(THINGS)}?`,
    (pick) => `Why was nobody in ${pick(PLACES)} told about it?`,
  ],
  abbreviations: [
    (pick) => `Dr. ${pick(NAMES)} moved to the U.S. in ${pick(MONTHS)}.`,
    (pick) => `Mr. ${pick(NAMES)} works for the BBC, i.e. on television.`,
    (pick) => `Bring fruit, e.g. apples, pears, etc., to ${pick(THINGS)}.`,
    (pick, n) => `Mrs. ${pick(NAMES)} lives at ${n + 10} Main St. near the DVD shop.`,
  ],
  addresses: [
    (pick) => `Write to ${pick(NAMES).split(' ')[0].toLowerCase()}@${pick(SITES)} before Friday.`,
    (pick) => `The report is on ${pick(SITES)}/news for everyone.`,
    (pick, n) => `Call 555-0${100 + n} or visit www.${pick(SITES)} today.`,
    (pick) => `Open report.pdf, then send it to info@${pick(SITES)}.`,
  ],
  lists: [
    (_pick, n) => `We need ${n + 2} eggs, a loaf of bread, butter and salt.`,
    (pick, n) => `She visited ${PLACES.slice(n % 4, (n % 4) + 4).join(', ')} and ${pick(THINGS)}.`,
    (pick) => `First, call ${pick(NAMES)}; second, pack the bags; third, lock the door.`,
    (pick) => `The flags are red, white and blue; the doors of ${pick(THINGS)} are green.`,
  ],
};

/** @returns as many of each kind, in turn */
export function makeSentences(count) {
  let state = 11;
  const pick = (list) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return list[Math.floor((state / 2 ** 32) * list.length)];
  };
  const kinds = Object.entries(KINDS);
  return Array.from({ length: count }, (_, i) => {
    const [kind, makers] = kinds[i % kinds.length];
    const n = Math.floor(i / kinds.length);
    return { kind, text: makers[n % makers.length](pick, n) };
  });
}
