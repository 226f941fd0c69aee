import { acceptsForeign } from '#json-schema/accepts-value.ts';
import type { Schema } from '#json-schema/schema.ts';
import type { Tool } from './tool-format.ts';

/** A call as a model wrote it outside of its own format. */
export interface LooseCall {
  name: string;
  argumentsText: string;
}

export type LooseFound =
  /** It cannot become a call. */
  | { kind: 'text' }
  /** More text is needed to decide. */
  | { kind: 'open' }
  /** Calls of offered functions; `used`: number of their characters. */
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
  const [open, close] = WRAPPERS.find(([start]) => text.startsWith(start)) ?? ['', ''];
  const found = mayOpen ? OPEN : readWrapped(text, open.length, close, tools, isOver);
  return isOver && found.kind === 'open' ? NO : found;
}

function readWrapped(
  text: string,
  from: number,
  close: string,
  tools: readonly Tool[],
  isOver: boolean,
): LooseFound {
  const calls: LooseCall[] = [];
  let at = skipSpaces(text, from);
  for (;;) {
    const rest = text.slice(at);
    if (calls.length > 0 && endsHere(rest, close, isOver)) {
      return { kind: 'calls', calls, used: Math.min(text.length, at + close.length) };
    }
    const next = calls.length > 0 && close.startsWith(rest) ? 'open' : readCall(rest, tools);
    if (next === 'open') return OPEN;
    if (next === null) return NO;
    calls.push(next.call);
    at += next.used;
    if (close !== '') at = skipSpaces(text, at);
  }
}

function endsHere(rest: string, close: string, isOver: boolean): boolean {
  return rest.startsWith(close) || (isOver && rest === '');
}

/** The call that a text begins with; `open` while more text is needed to decide. */
function readCall(text: string, tools: readonly Tool[]) {
  if (!mayBeCall(text)) return null;
  const used = objectEnd(text);
  if (used === null) return 'open';
  const call = parseCall(text.slice(0, used), tools);
  return call && { call, used };
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
  if (!fits(tool, given)) return null;
  return { name: tool.name, argumentsText: JSON.stringify(given) };
}

/** Whether arguments are known to be valid: some schemas cannot be checked. */
function fits(tool: Tool, given: object): boolean {
  try {
    return acceptsForeign(tool.parameters as Schema, given);
  } catch {
    return false;
  }
}

function skipSpaces(text: string, from: number): number {
  return from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0);
}

/** Strings, brackets, and any other character of a JSON text. */
const PARTS = /"(?:[^"\\]|\\.)*"|[{[]|[}\]]|"/gs;

/** Characters of the JSON object that a text begins with; null where it is not whole. */
function objectEnd(text: string): number | null {
  let depth = 0;
  for (const { 0: part, index } of text.matchAll(PARTS)) {
    // A quote alone: its string has no end yet.
    if (part === '"') return null;
    if (part === '{' || part === '[') depth++;
    if (part === '}' || part === ']') depth--;
    if (depth === 0) return index + part.length;
  }
  return null;
}
