import type { GrammarWriter } from './grammar-writer.ts';
import type { Schema } from './schema.ts';
import type { WritingStyle } from './writing-style.ts';

/** What the parts of a grammar are made with. */
export interface Conversion {
  writer: GrammarWriter;
  style: WritingStyle;
  /** The whole schema, for its references. */
  root: Schema;
  /** The rule between two items. */
  comma: string;
  /** The rule for spaces, or none. */
  space: string;
  /** The rule of a schema's values; null where there is none. @throws SchemaError */
  ruleOf: (schema: Schema) => string | null;
  /** A schema with its references followed. @throws SchemaError */
  flatten: (schema: Schema) => Schema;
}
