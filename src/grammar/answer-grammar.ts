import { constantsOf } from '#json-schema/are-disjoint.ts';
import { characters, choiceOf } from '#json-schema/choice.ts';
import { GrammarWriter, literal } from '#json-schema/grammar-writer.ts';
import { SchemaError, type SchemaObject } from '#json-schema/schema.ts';
import { schemaRule } from '#json-schema/schema-grammar.ts';
import { stringGrammar } from '#json-schema/string-grammar.ts';
import { BARE_STRINGS } from './bare-members.ts';
import type { Tool, ToolFormat } from './tool-format.ts';

/** What an answer must be. */
export interface AnswerRules {
  /** JSON texts must follow this schema; null leaves them free. */
  schema: Record<string, unknown> | null;
  tools: readonly Tool[];
  /** `auto`: text or calls. `required`: calls alone. A name: calls of that tool. */
  choice: 'none' | 'auto' | 'required' | { name: string };
  format: ToolFormat;
  /** Whether the schema is one of strings that are written without quotes. */
  isPlain?: boolean;
  /** Most calls; a few when absent. */
  maxCalls?: number;
}

/** Calls one answer may make. */
const MAX_CALLS = 8;
/** Text that is not the beginning of a JSON object. */
const NO_OBJECT = '[^{] [^\\u0000]*';

/**
 * The grammar of an answer: EBNF, or an xgrammar structural tag; null where anything goes.
 * @throws SchemaError
 */
export function answerGrammar({
  schema,
  tools,
  choice,
  format,
  isPlain = false,
  maxCalls = MAX_CALLS,
}: AnswerRules): string | object | null {
  const callable = typeof choice === 'object' ? tools.filter((t) => t.name === choice.name) : tools;
  const writer = new GrammarWriter();
  const answer = (asked: SchemaObject) =>
    isPlain ? plainRule(asked, writer) : schemaRule(asked, writer).root;
  if (choice === 'none' || callable.length === 0) return schema && writer.text(answer(schema));
  const calls = callsRule(writer, callable, format, maxCalls);
  const whole = `${edge(format.open + format.beforeName)} ${calls} ${edge(format.close)}`;
  if (choice !== 'auto') return writer.text(whole);
  if (schema) return writer.text(`${whole} | ${answer(schema)}`);
  if (format.open === '') return writer.text(`${whole} | ${NO_OBJECT} | ""`);
  return triggered(writer.text(calls), format);
}

/** What comes after the first name is opened: that name, its arguments, and any further calls. */
function callsRule(
  writer: GrammarWriter,
  tools: readonly Tool[],
  format: ToolFormat,
  max: number,
): string {
  const options = tools.map(({ name, parameters }) => {
    const inside = format.arguments.rule(parameters, writer);
    return `${edge(name + format.beforeArguments)} ${inside} ${edge(format.afterArguments)}`;
  });
  const call = writer.rule(options.join(' | '));
  if (max === 1) return call;
  const again = writer.rule(`${literal(format.next + format.beforeName)} ${call}`);
  return `${call} (${again}){0,${Math.min(max, MAX_CALLS) - 1}}`;
}

/** Strings of a schema without quotes. @throws SchemaError */
function plainRule(schema: SchemaObject, writer: GrammarWriter): string {
  const listed = constantsOf(schema);
  const rule = listed
    ? choiceOf(listed.map((value) => characters(String(value))))
    : stringGrammar(writer, schema, BARE_STRINGS);
  if (rule === null) throw new SchemaError('pattern', 'can be satisfied by no text.');
  return writer.rule(rule);
}

function edge(text: string): string {
  return text === '' ? '""' : literal(text);
}

/** Free text until calls begin; they end the answer. */
function triggered(calls: string, format: ToolFormat): object {
  const tag = {
    type: 'tag',
    begin: format.open + format.beforeName,
    content: { type: 'grammar', grammar: calls },
    end: format.close,
  };
  const triggers = [format.open.trimEnd()];
  return {
    type: 'structural_tag',
    format: { type: 'triggered_tags', triggers, tags: [tag], stop_after_first: true },
  };
}
