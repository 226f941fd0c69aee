import { type ArgumentsStyle, JSON_ARGUMENTS } from './arguments-style.ts';
import { braceArguments } from './brace-arguments.ts';
import { PARAMETER_ARGUMENTS } from './parameter-arguments.ts';
import { PYTHON_ARGUMENTS } from './python-arguments.ts';

/**
 * How a family of models writes tool calls: `open call (next call)* close`, each call a name and
 * its arguments between fixed texts.
 */
export interface ToolFormat {
  /** Before the first call; empty where calls have no prefix. */
  open: string;
  beforeName: string;
  beforeArguments: string;
  arguments: ArgumentsStyle;
  afterArguments: string;
  /** Between two calls. */
  next: string;
  /** After the last call. */
  close: string;
}

const JSON_CALL = {
  beforeName: '{"name": "',
  beforeArguments: '", "arguments": ',
  arguments: JSON_ARGUMENTS,
  afterArguments: '}',
};

/** Hermes, Qwen, SmolLM, and the one we describe to models that have none. */
export const TAGGED: ToolFormat = {
  ...JSON_CALL,
  open: '<tool_call>\n',
  next: '\n</tool_call>\n<tool_call>\n',
  close: '\n</tool_call>',
};
const MISTRAL: ToolFormat = { ...JSON_CALL, open: '[TOOL_CALLS][', next: ', ', close: ']' };
const MINISTRAL: ToolFormat = {
  open: '[TOOL_CALLS]',
  beforeName: '',
  beforeArguments: '[ARGS]',
  arguments: JSON_ARGUMENTS,
  afterArguments: '',
  next: '[TOOL_CALLS]',
  close: '',
};
const PHI: ToolFormat = {
  ...JSON_CALL,
  open: '<|tool_call|>[',
  next: ', ',
  close: ']<|/tool_call|>',
};
const GRANITE: ToolFormat = { ...JSON_CALL, open: '<|tool_call|>[', next: ', ', close: ']' };
const LLAMA: ToolFormat = {
  open: '',
  beforeName: '{"name": "',
  beforeArguments: '", "parameters": ',
  arguments: JSON_ARGUMENTS,
  afterArguments: '}',
  next: '; ',
  close: '',
};
/** Qwen3-Coder, Qwen3.5. */
const PARAMETERS: ToolFormat = {
  open: '<tool_call>\n',
  beforeName: '<function=',
  beforeArguments: '>\n',
  arguments: PARAMETER_ARGUMENTS,
  afterArguments: '</function>',
  next: '\n</tool_call>\n<tool_call>\n',
  close: '\n</tool_call>',
};
/** LFM2. */
const PYTHON: ToolFormat = {
  open: '<|tool_call_start|>[',
  beforeName: '',
  beforeArguments: '(',
  arguments: PYTHON_ARGUMENTS,
  afterArguments: ')',
  next: ', ',
  close: ']<|tool_call_end|>',
};

/** Gemma: marks around calls and around strings. */
function bracesBetween(begin: string, end: string, quote: string): ToolFormat {
  return {
    open: `${begin}call:`,
    beforeName: '',
    beforeArguments: '{',
    arguments: braceArguments(quote),
    afterArguments: '}',
    next: `${end}${begin}call:`,
    close: end,
  };
}
const FUNCTION_GEMMA = bracesBetween('<start_function_call>', '<end_function_call>', '<escape>');
const GEMMA = bracesBetween('<|tool_call>', '<tool_call|>', '<|"|>');

/** Marks in a chat template, the most telling first. */
const MARKS: readonly (readonly [string, ToolFormat])[] = [
  ['<|/tool_call|>', PHI],
  ['<|tool_call|>', GRANITE],
  ['<|tool_call>', GEMMA],
  ['<start_function_call>', FUNCTION_GEMMA],
  ['<|tool_call_start|>', PYTHON],
  ['<|tool_list_start|>', PYTHON],
  ['[ARGS]', MINISTRAL],
  ['[TOOL_CALLS]', MISTRAL],
  ['<function=', PARAMETERS],
  ['<tool_call>', TAGGED],
  ['"parameters": ', LLAMA],
  ['<|python_tag|>', LLAMA],
];

/** The format of a chat template; null if it has no tools: then our format is described to the model. */
export function toolFormatOf(template: string): ToolFormat | null {
  if (!/\btools\b/.test(template)) return null;
  return MARKS.find(([mark]) => template.includes(mark))?.[1] ?? null;
}

/** All texts that calls are written with. */
export function marksOf(format: ToolFormat): string[] {
  const { arguments: style, ...texts } = format;
  return [...Object.values(texts), ...style.marks];
}

/** A function as its caller describes it. */
export interface Tool {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
}

/** Instructions after the system prompt for models without a tool format. */
export function describeTools(tools: readonly Tool[]): string {
  const list = tools.map((tool) => JSON.stringify({ type: 'function', function: tool }));
  return [
    'You can call functions. They are described here, one JSON object each:',
    '<tools>',
    ...list,
    '</tools>',
    'To call one, answer with its name and arguments as JSON, nothing else:',
    `${TAGGED.open}{"name": "…", "arguments": {…}}${TAGGED.close}`,
  ].join('\n');
}

/** Calls of an earlier answer as the model would have written them. */
export function writeCalls(
  calls: readonly { name: string; argumentsText: string }[],
  format: ToolFormat,
): string {
  const { open, beforeName, beforeArguments, afterArguments, next, close } = format;
  const written = calls.map(({ name, argumentsText }) => {
    const inside = format.arguments.write(argumentsText);
    return `${beforeName}${name}${beforeArguments}${inside}${afterArguments}`;
  });
  return `${open}${written.join(next)}${close}`;
}
