import { GrammarWriter } from '#json-schema/grammar-writer.ts';
import { literal } from '#json-schema/literal.ts';
import { schemaGrammar, schemaRule } from '#json-schema/schema-grammar.ts';
import type { Tool, ToolFormat } from './tool-format.ts';

/** What an answer must be. */
export interface AnswerRules {
  /** JSON texts must follow this schema; null leaves them free. */
  schema: Record<string, unknown> | null;
  tools: readonly Tool[];
  /** `auto`: text or calls. `required`: calls alone. A name: calls of that tool. */
  choice: 'none' | 'auto' | 'required' | { name: string };
  format: ToolFormat;
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
}: AnswerRules): string | object | null {
  const callable = typeof choice === 'object' ? tools.filter((t) => t.name === choice.name) : tools;
  if (choice === 'none' || callable.length === 0) return schema && schemaGrammar(schema);
  const writer = new GrammarWriter();
  const calls = callsRule(writer, callable, format);
  const whole = `${edge(format.open + format.beforeName)} ${calls} ${edge(format.close)}`;
  if (choice !== 'auto') return writer.text(whole);
  if (schema) return writer.text(`${whole} | ${schemaRule(schema, writer).root}`);
  if (format.open === '') return writer.text(`${whole} | ${NO_OBJECT} | ""`);
  return triggered(writer.text(calls), format);
}

/** What comes after the first name is opened: that name, its arguments, and any further calls. */
function callsRule(writer: GrammarWriter, tools: readonly Tool[], format: ToolFormat): string {
  const options = tools.map(({ name, parameters }) => {
    const inside = format.arguments.rule(parameters, writer);
    return `${edge(name + format.beforeArguments)} ${inside} ${edge(format.afterArguments)}`;
  });
  const call = writer.rule(options.join(' | '));
  const again = writer.rule(`${literal(format.next + format.beforeName)} ${call}`);
  return `${call} (${again}){0,${MAX_CALLS - 1}}`;
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
