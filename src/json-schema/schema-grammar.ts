import { acceptsValue, distinctOf } from './accepts-value.ts';
import { areDisjoint, constantsOf } from './are-disjoint.ts';
import { arrayGrammar } from './array-grammar.ts';
import { characters, choiceOf } from './choice.ts';
import { flattenSchema } from './flatten-schema.ts';
import { GrammarWriter } from './grammar-writer.ts';
import { closed, mergeSchemas } from './merge-schemas.ts';
import { numberGrammar } from './number-grammar.ts';
import { objectGrammar } from './object-grammar.ts';
import { listOf, type Schema, SchemaError, type SchemaObject, without } from './schema.ts';
import { requireLists, TYPES, typesOf } from './schema-types.ts';
import { stringGrammar } from './string-grammar.ts';
import { metered, spend } from './work-meter.ts';
import type { Conversion } from './writing-style.ts';
import { type CallStyle, JSON_STYLE, type WritingStyle } from './writing-style.ts';

/** Spaces between the parts of JSON: on one line, or indented; never without end. */
const SPACE = '(" " | "\\n" [ ]{0,20})?';
/** Beyond these, xgrammar 0.1.27 takes minutes to compile one choice. */
const MAX_CONSTANTS = 3000;
const MAX_CONSTANT_CHARACTERS = 100_000;
/** Keywords that ask for something a grammar cannot know. */
const REFUSED = [
  'if',
  'not',
  'contains',
  'dependentSchemas',
  'dependencies',
  'unevaluatedItems',
  '$dynamicRef',
  '$recursiveRef',
];

/**
 * A grammar of JSON texts that are valid under a schema, in xgrammar's EBNF with the rule `root`.
 * Every accepted text is valid; not every valid text is accepted: properties come in the schema's
 * order, and where the schema names some, those alone.
 * @throws SchemaError names the keyword that cannot be followed, or that nothing can satisfy.
 * @see https://json-schema.org/draft/2020-12
 */
export function schemaGrammar(schema: Schema): string {
  const { writer, root } = schemaRule(schema);
  return writer.text(root);
}

/** The same as rules of a grammar that is still being written. */
export function schemaRule(
  schema: Schema,
  writer = new GrammarWriter(),
): { writer: GrammarWriter; root: string } {
  const root = ruleOrThrow(() => new Converter(writer, schema, JSON_STYLE).ruleOf(schema));
  return { writer, root };
}

/** Keywords that say which members an object may have; an empty list or table says nothing. */
const MEMBER_KEYWORDS = [
  'properties',
  'patternProperties',
  'required',
  'dependentRequired',
  'minProperties',
  'propertyNames',
  'additionalProperties',
  'unevaluatedProperties',
  'enum',
  'const',
];

/**
 * The schema of a call's arguments: an object, whatever the caller's schema leaves open, and the empty one where it
 * declares no members. References and alternatives may declare some, which `unevaluatedProperties` sees.
 * @throws SchemaError where no object is valid.
 */
export function argumentsSchema(schema: SchemaObject): SchemaObject {
  const types = schema['type'] === undefined ? ['object'] : [schema['type']].flat();
  if (!types.includes('object')) throw new SchemaError('type', "of arguments must be 'object'.");
  const asked = { ...schema, type: 'object' };
  if (MEMBER_KEYWORDS.some((keyword) => isGiven(schema, keyword))) return asked;
  const isComposed = ['$ref', 'allOf', 'anyOf', 'oneOf'].some((keyword) => keyword in schema);
  return { ...asked, [isComposed ? 'unevaluatedProperties' : 'additionalProperties']: false };
}

/** Whether a keyword says anything: `additionalProperties: {}` does, `properties: {}` does not. */
function isGiven(schema: SchemaObject, keyword: string): boolean {
  const value = schema[keyword];
  if (value === undefined || value === 0) return false;
  const isTable = keyword === 'properties' || keyword === 'patternProperties';
  return !(isTable || Array.isArray(value)) || Object.keys(value as object).length > 0;
}

/**
 * A rule for the arguments of a call, which a schema of objects describes, as a family of models
 * writes them.
 * @throws SchemaError
 */
export function argumentsRule(schema: Schema, writer: GrammarWriter, style: CallStyle): string {
  return ruleOrThrow(() => {
    const converter = new Converter(writer, schema, style.values);
    const flat = converter.flatten(schema);
    if (flat === false) return null;
    const asked = flat === true ? {} : flat;
    const keyword = ['enum', 'const', 'anyOf', 'oneOf', ...REFUSED].find((k) => k in asked);
    if (keyword) throw new SchemaError(keyword, 'cannot be followed for all arguments together.');
    const rule = typesOf(asked).includes('object')
      ? objectGrammar(converter, asked, style.members)
      : null;
    return rule === null ? null : writer.rule(rule);
  });
}

function ruleOrThrow(work: () => string | null): string {
  try {
    const rule = metered(work);
    if (rule === null) throw new SchemaError('schema', 'can be satisfied by no value.');
    return rule;
  } catch (error) {
    if (error instanceof RangeError) throw new SchemaError('schema', 'is nested too deeply.');
    throw error;
  }
}

class Converter implements Conversion {
  readonly writer: GrammarWriter;
  readonly root: Schema;
  readonly style: WritingStyle;
  readonly space: string;
  readonly comma: string;
  readonly #nothing: string;
  /** Rules by schema; null for a schema without values. */
  readonly #known = new Map<string, string | null>();
  /** Rules that were used before their schema was read to its end. */
  readonly #awaited = new Set<string>();

  constructor(writer: GrammarWriter, root: Schema, style: WritingStyle) {
    this.writer = writer;
    this.style = style;
    this.root = root;
    this.space = writer.rule(SPACE);
    this.comma = writer.rule(`"," ${this.space}`);
    this.#nothing = writer.rule('""');
  }

  readonly flatten = (schema: Schema): Schema => flattenSchema(schema, this.root);

  readonly ruleOf = (schema: Schema): string | null => {
    const key = JSON.stringify(schema);
    spend(1 + (key.length >> 4));
    const known = this.#known.get(key);
    if (known !== undefined) {
      if (known) this.#awaited.add(known);
      return known;
    }
    const name = this.writer.reserve();
    this.#known.set(key, name);
    const body = this.#body(this.flatten(schema));
    if (body !== null) {
      this.writer.define(name, body);
      return name;
    }
    if (this.#awaited.has(name)) throw new SchemaError('$ref', 'leads to a value without end.');
    this.writer.define(name, '""');
    this.#known.set(key, null);
    return null;
  };

  #body(schema: Schema): string | null {
    if (schema === false) return null;
    if (schema === true) return this.#anyOfTypes(TYPES, {});
    requireLists(schema);
    const listed = constantsOf(schema);
    if (listed) {
      const valid = listed.filter((v) => acceptsValue(schema, v, this.root));
      return valid.length === 0 ? null : this.#constants(valid);
    }
    const refused = REFUSED.find((keyword) => keyword in schema);
    if (refused) throw new SchemaError(refused, 'cannot be followed while writing.');
    for (const keyword of ['oneOf', 'anyOf']) {
      if (keyword in schema) return this.#union(schema, keyword);
    }
    return this.#anyOfTypes(typesOf(schema), schema);
  }

  /** Alternatives, each merged with the sibling keywords. */
  #union(schema: SchemaObject, keyword: string): string | null {
    const rest = without(schema, keyword);
    const options = listOf(schema[keyword]).map((option) =>
      this.flatten(mergeSchemas(rest, closed(this.flatten(option)))),
    );
    const distinct =
      keyword === 'anyOf'
        ? options
        : options.filter((a, i) =>
            options.every((b, j) => i === j || areDisjoint(a, b, this.root)),
          );
    if (distinct.length === 0) {
      throw new SchemaError(keyword, 'has options that cannot be distinguished.');
    }
    const [lists, others] = this.#partition(distinct);
    const rules = others.map((option) => this.ruleOf(option)).filter((r) => r !== null);
    if (rules.length + lists.length === 0) return null;
    // With a reference at its end a rule is never copied into this one: those could begin alike.
    const apart = [...new Set(rules)].map((r) => this.writer.rule(`${r} ${this.#nothing}`));
    return [...(lists.length > 0 ? [this.#constants(lists)] : []), ...apart].join(' | ');
  }

  /** Constants of all options that are nothing else, and the other options. */
  #partition(options: readonly Schema[]): [unknown[], Schema[]] {
    const listsOf = (o: Schema) => (typeof o === 'boolean' ? null : constantsOf(o));
    const values = options.flatMap((option) =>
      (listsOf(option) ?? []).filter((v) => acceptsValue(option, v, this.root)),
    );
    return [distinctOf(values), options.filter((o) => !listsOf(o))];
  }

  #anyOfTypes(types: readonly string[], schema: SchemaObject): string | null {
    const parts = types.map((type) => this.#ofType(type, schema)).filter((p) => p !== null);
    return parts.length === 0 ? null : parts.map((p) => `(${p})`).join(' | ');
  }

  #constants(values: readonly unknown[]): string {
    if (values.length > MAX_CONSTANTS) {
      throw new SchemaError('enum', `lists more than ${MAX_CONSTANTS} values.`);
    }
    const texts = values.map((v) => this.style.write(v));
    const length = texts.reduce((sum, text) => sum + text.length, 0);
    if (length > MAX_CONSTANT_CHARACTERS) {
      throw new SchemaError('enum', `is longer than ${MAX_CONSTANT_CHARACTERS} characters in all.`);
    }
    return choiceOf(texts.map(characters));
  }

  #ofType(type: string, schema: SchemaObject): string | null {
    const [yes, no, nothing] = this.style.words.map((word) => `"${word}"`) as [
      string,
      string,
      string,
    ];
    switch (type) {
      case 'null':
        return nothing;
      case 'boolean':
        return `${yes} | ${no}`;
      case 'integer':
      case 'number':
        return numberGrammar(this.writer, schema, type === 'integer');
      case 'string':
        return stringGrammar(this.writer, schema, this.style.strings);
      case 'array':
        return arrayGrammar(this, schema);
      default:
        return objectGrammar(this, schema);
    }
  }
}
