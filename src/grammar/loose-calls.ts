import { acceptsValue } from '#json-schema/accepts-value.ts';
import type { Schema } from '#json-schema/schema.ts';
import { objectEnd } from './object-end.ts';
import type { Tool } from './tool-format.ts';

/** A call as a model wrote it outside of its own format. */
export interface LooseCall {
  name: string;
  argumentsText: string;
}

export type LooseFound =
  /** It cannot become a call. */
  | { kind: 'text' }
  /** More text is needed to tell. */
  | { kind: 'open' }
  /** Calls of offered functions; `used`: characters they take. */
  | { kind: 'calls'; calls: LooseCall[]; used: number };

/** What calls are wrapped in, and its end; nothing for a bare object. The longest come first. */
const WRAPPERS: readonly (readonly [open: string, close: string])[] = [
  ['```tool_call', '```'],
  ['```json', '```'],
  ['<tool_call>', '</tool_call>'],
  ['<tools>', '</tools>'],
  ['```', '```'],
  ['', ''],
];
const NO: LooseFound = { kind: 'text' };
const OPEN: LooseFound = { kind: 'open' };

/**
 * Reads calls at the beginning of a text: JSON objects with the name of an offered function and valid
 * arguments, bare, in a code fence or in `<tools>`. `isOver`: nothing follows the text.
 */
export function readLooseCalls(text: string, tools: readonly Tool[], isOver: boolean): LooseFound {
  const mayOpen = WRAPPERS.some(([open]) => open.length > text.length && open.startsWith(text));
  if (mayOpen) return isOver ? NO : OPEN;
  const [open, close] = WRAPPERS.find(([start]) => text.startsWith(start)) ?? ['', ''];
  const calls: LooseCall[] = [];
  for (let at = skipSpaces(text, open.length); ; ) {
    const rest = text.slice(at);
    if (calls.length > 0 && (close === '' || rest.startsWith(close))) {
      return { kind: 'calls', calls, used: at + close.length };
    }
    if (isOver && calls.length > 0 && rest === '') return { kind: 'calls', calls, used: at };
    if (close.startsWith(rest) && calls.length > 0) return OPEN;
    if (!mayBeCall(rest)) return NO;
    const end = objectEnd(rest);
    if (end === null) return isOver ? NO : OPEN;
    const call = parseCall(rest.slice(0, end), tools);
    if (!call) return NO;
    calls.push(call);
    at = close === '' ? at + end : skipSpaces(text, at + end);
  }
}

/** Whether an object that begins so far may have the name of a function as its first member. */
function mayBeCall(text: string): boolean {
  const begun = text.replace(/^\{\s*/, '{');
  return '{"name"'.startsWith(begun) || begun.startsWith('{"name"');
}

function parseCall(json: string, tools: readonly Tool[]): LooseCall | null {
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(json) as Record<string, unknown>;
  } catch {
    return null;
  }
  const { name, arguments: given = value['parameters'] } = value;
  const tool = tools.find((offered) => offered.name === name);
  if (!tool || typeof given !== 'object' || given === null || Object.keys(value).length !== 2) {
    return null;
  }
  const schema = tool.parameters as Schema;
  if (!acceptsValue(schema, given, schema)) return null;
  return { name: tool.name, argumentsText: JSON.stringify(given) };
}

function skipSpaces(text: string, from: number): number {
  return from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0);
}
