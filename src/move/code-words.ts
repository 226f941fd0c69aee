/** 256 short English words that differ in their first four characters. */
export const WORDS: readonly string[] = `
  actor album almond alpine anchor angle ankle apple arcade arrow aspen atlas attic autumn avenue
  bacon badge bagel bakery balcony ballet banana banjo barley barrel basin basket beacon beaver bell
  berry bicycle birch biscuit blanket blossom board bonfire bottle boulder bracelet branch bread
  breeze brick bronze brook bucket buffalo butter cabin cactus camel candle canoe canyon captain
  carpet carrot castle cedar cello chalk chapel cherry chess chimney circus citrus clock clover
  cobalt coconut coffee comet compass coral corner cotton cradle crater cricket cupboard curtain
  cyclone cymbal dancer dessert dinner dolphin donkey dragon drawer drum eagle earth easel echo elbow
  emerald engine falcon feather fiddle finch flute forest fossil fountain freckle galaxy garden
  garlic gazelle ginger giraffe glacier goblet granite grape guitar hammer harbor harvest helmet
  hermit heron hickory hockey honey horizon husky iceberg igloo indigo island ivory jacket jaguar
  jasmine jelly jersey jigsaw juniper kayak kernel kettle kitten koala ladder lagoon lantern laptop
  lettuce library lilac linen lizard locket lotus lunar mango marble market melon mermaid mint mirror
  mitten monkey mosaic mountain museum mustard napkin needle nest nickel noodle nutmeg oasis oboe
  ocean olive onion opal orange orbit orchard oyster paddle palace panda paper parrot peach pebble
  pelican pepper picnic pillow pine pirate planet plum pocket pony poplar potato prairie puffin
  pumpkin puzzle quarry quilt rabbit radish raft raven ribbon river robin rocket rose saddle saffron
  salmon sandal satin seal sherbet silver sketch spider squirrel summer sunset swan tablet teapot
  thistle thunder tiger timber toast tomato tulip turtle umbrella velvet violin walnut willow window
  yogurt zebra
`
  .trim()
  .split(/\s+/);

/** The first words name the place where the devices meet, the others are the secret. */
const ROOM_WORDS = 2;
const SECRET_WORDS = 3;
const COUNT = ROOM_WORDS + SECRET_WORDS;

/** A code as both devices read it. */
export interface Code {
  /** All words, with hyphens. */
  text: string;
  /** Not secret: the server sees it. */
  room: string;
  /** 24 random bits: enough where each guess takes a connection, and few are allowed. */
  secret: string;
}

export function newCode(): Code {
  const words = [...crypto.getRandomValues(new Uint8Array(COUNT))].map((i) => WORDS[i] ?? '');
  return codeOf(words);
}

/**
 * The code of words that a person typed, in capitals or not, with spaces or hyphens; four characters of a word are enough.
 * @returns null where it is none.
 */
export function readCode(text: string): Code | null {
  const typed = text.toLowerCase().match(/[a-z]+/g) ?? [];
  if (typed.length !== COUNT) return null;
  const words = typed.map((word) =>
    WORDS.find((known) => known === word || (word.length >= 4 && known.startsWith(word))),
  );
  return words.every((word) => word !== undefined) ? codeOf(words) : null;
}

function codeOf(words: readonly string[]): Code {
  return {
    text: words.join('-'),
    room: words.slice(0, ROOM_WORDS).join('-'),
    secret: words.slice(ROOM_WORDS).join('-'),
  };
}
