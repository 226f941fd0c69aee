import { compileSchema, type SchemaProblem, type Schemas } from '#api/call/compile-schema.ts';
import { byteVocabulary } from '#grammar/byte-vocabulary.ts';
import { TokenGrammar } from '#grammar/token-grammar.ts';

/** Letters of a grammar from which on compiling it may take long. */
const LONG_GRAMMAR = 50_000;
/** Repetitions from here on may take long, too. */
const LONG_REPETITION = /\{\d{4}|,\d{4}/;

let opened: Promise<TokenGrammar> | null = null;

/**
 * The first schema that answers cannot be held to; null when there is none. Grammars that may take long
 * are compiled here for a vocabulary of single bytes: what fails or hangs does so in this thread, not
 * in the one that holds a model.
 */
export async function findSchemaProblem(schemas: Schemas): Promise<SchemaProblem | null> {
  for (const [index, schema] of schemas.entries()) {
    const compiled = compileSchema(schema);
    if ('reason' in compiled) return { index, reason: compiled.reason };
    const { grammar } = compiled;
    if (grammar.length < LONG_GRAMMAR && !LONG_REPETITION.test(grammar)) continue;
    opened ??= TokenGrammar.create(byteVocabulary());
    (await (await opened).start(grammar)).close();
  }
  return null;
}
