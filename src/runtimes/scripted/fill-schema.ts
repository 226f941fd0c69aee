import { byteVocabulary, BYTE_END as END, TokenGrammar } from '#grammar/token-grammar.ts';
import { schemaGrammar } from '#json-schema/schema-grammar.ts';

/** Characters of generated text. The first three close strings, objects and arrays. */
const CHARACTERS = ['"', '}', ']', ...'textabcdefghijklmnopqrsuvwyz0123456789'];
/** Schemas that need a longer example are refused. */
const MAX_BYTES = 20_000;

let opened: Promise<TokenGrammar> | null = null;

function open(): Promise<TokenGrammar> {
  opened ??= TokenGrammar.create(byteVocabulary());
  return opened;
}

/**
 * A short JSON text that is valid under a schema, the same every time.
 * @throws SchemaError, and Error for a schema that no short text satisfies.
 */
export async function fillSchema(schema: Record<string, unknown>): Promise<string> {
  const state = await (await open()).start(schemaGrammar(schema));
  const written: number[] = [];
  try {
    while (written.length < MAX_BYTES) {
      const logits = new Float32Array(257);
      await state.mask(logits);
      const token = choose(logits, written.length);
      if (token === END) return new TextDecoder().decode(Uint8Array.from(written));
      if (!state.accept(token)) break;
      written.push(token - 1);
    }
  } finally {
    state.close();
  }
  throw new Error('No short text satisfies the schema.');
}

/** Prefers the end, then a closing character, then the other characters in turn. */
function choose(logits: Float32Array, step: number): number {
  const isAllowed = (token: number) => logits[token] === 0;
  if (isAllowed(END)) return END;
  const order = CHARACTERS.map((l) => l.charCodeAt(0) + 1);
  const closer = order.slice(0, 3).find(isAllowed);
  if (closer !== undefined) return closer;
  const characters = order.slice(3).filter(isAllowed);
  const others = [...logits.keys()].filter((t) => isAllowed(t) && !characters.includes(t));
  // Pseudo-random but deterministic, so that unbounded repetitions end.
  const drawn = Math.imul(step + 1, 0x9e3779b1) >>> 0;
  const from =
    characters.length === 0 || (others.length > 0 && drawn % 4 === 0) ? others : characters;
  return from[(drawn >>> 4) % from.length] as number;
}
