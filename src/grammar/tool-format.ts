/**
 * How a family of models writes tool calls: `open call (next call)* close`, each call a name and a
 * JSON object between fixed texts.
 */
export interface ToolFormat {
  /** Before the first call; empty where a call begins with nothing but itself. */
  open: string;
  beforeName: string;
  beforeArguments: string;
  afterArguments: string;
  /** Between two calls. */
  next: string;
  /** After the last call. */
  close: string;
}

const JSON_CALL = {
  beforeName: '{"name": "',
  beforeArguments: '", "arguments": ',
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
  afterArguments: '}',
  next: '; ',
  close: '',
};

/** Marks in a chat template, the most telling first. */
const MARKS: readonly (readonly [string, ToolFormat])[] = [
  ['<|/tool_call|>', PHI],
  ['<|tool_call|>', GRANITE],
  ['[TOOL_CALLS]', MISTRAL],
  ['<function=', TAGGED],
  ['<tool_call>', TAGGED],
  ['"parameters": ', LLAMA],
  ['<|python_tag|>', LLAMA],
];

/**
 * The format of a chat template; null where it takes no tools, or writes calls in a way that is not
 * JSON: then ours is described in the system prompt.
 */
export function toolFormatOf(template: string): ToolFormat | null {
  if (!/\btools\b/.test(template) || template.includes('<function=')) return null;
  return MARKS.find(([mark]) => template.includes(mark))?.[1] ?? null;
}

/** A function as its caller describes it. */
export interface Tool {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
}

/** What a model without a format of its own is told, after the system prompt. */
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
  const written = calls.map(
    (call) => `${beforeName}${call.name}${beforeArguments}${call.argumentsText}${afterArguments}`,
  );
  return `${open}${written.join(next)}${close}`;
}
