import { identifier, list, object, oneOf, record, string } from './fields.ts';
import { audioProblem, imageProblem } from './media-data.ts';
import { named, shownAs, z } from './zod.ts';

/** Text that holds media; problems are reported before the model is looked up. */
const data = (problemOf: (text: string) => string | null) =>
  string().superRefine((text, context) => {
    const problem = problemOf(text);
    if (problem) context.addIssue({ code: 'custom', message: `${problem}:` });
  });
const image = data(imageProblem);
const audio = data(audioProblem);

const PART_TYPES = ['text', 'image_url', 'audio_content', 'input_audio'] as const;

const textPart = object({ type: z.literal('text'), text: string() });
const imagePart = object({
  type: z.literal('image_url'),
  image_url: z.union([image, object({ url: image })], {
    error: 'type:an object or a string',
  }),
});
const audioPart = object({
  type: z.literal('audio_content'),
  audio_content: z.union([audio, object({ content: audio })], {
    error: 'type:an object or a string',
  }),
});
const inputAudioPart = object({
  type: z.literal('input_audio'),
  input_audio: object({ data: audio, format: string().nullish() }),
});
const refusalPart = object({ type: z.literal('refusal'), refusal: string() });

export type ContentPart =
  | z.infer<typeof textPart>
  | z.infer<typeof imagePart>
  | z.infer<typeof audioPart>
  | z.infer<typeof inputAudioPart>
  | z.infer<typeof refusalPart>;

/** A part of one of the allowed types; an unknown type is an enum error at `.type`. */
function part(types: readonly [string, ...string[]], options: readonly z.ZodType[]) {
  const head = object({ type: oneOf(types) });
  const checkedPart = z.unknown().superRefine((value, context) => {
    const checked = head.safeParse(value);
    const schema = checked.success
      ? options.find((o) => (o as typeof textPart).shape.type.safeParse(checked.data.type).success)
      : head;
    const result = schema?.safeParse(value);
    if (result && !result.success) context.issues.push(...asRaw(result.error.issues, value));
  }) as unknown as z.ZodType<ContentPart>;
  return shownAs(options.length > 1 ? z.union(options) : (options[0] ?? head), checkedPart);
}

/** Issues found inside a refinement, in zod's raw form, with their paths. */
function asRaw(issues: readonly z.core.$ZodIssue[], input: unknown): z.core.$ZodRawIssue[] {
  return issues.map((issue) => ({ ...issue, input, continue: false }) as z.core.$ZodRawIssue);
}

const userPart = part(PART_TYPES, [textPart, imagePart, audioPart, inputAudioPart]);
const audioQuestionPart = part(
  ['text', 'audio_content', 'input_audio'],
  [textPart, audioPart, inputAudioPart],
);
const plainPart = part(['text'], [textPart]);
const assistantPart = part(['text', 'refusal'], [textPart, refusalPart]);

/** A string, or a list of parts with at least one. */
function content<T extends z.ZodType<ContentPart>>(item: T) {
  return z.union([string(), list(item, { min: 1 })], { error: 'type:a string' });
}

const name = string().nullish();

const toolCall = object({
  id: string(),
  type: oneOf(['function']),
  function: object({ name: string(), arguments: string() }),
});

const systemMessage = object({
  role: z.enum(['system', 'developer']),
  content: content(plainPart),
  name,
});
const userMessage = object({ role: z.literal('user'), content: content(userPart), name });
const audioQuestion = object({
  role: z.literal('user'),
  content: content(audioQuestionPart),
  name,
});
const toolMessage = object({
  role: z.literal('tool'),
  content: content(plainPart),
  name,
  tool_call_id: string(),
});
const assistantFields = {
  role: z.literal('assistant'),
  name,
  reasoning_content: string().nullish(),
  reasoning: string().nullish(),
  refusal: string().nullish(),
};
const assistantMessage = object({
  ...assistantFields,
  content: content(assistantPart),
  tool_calls: list(toolCall, { min: 1 }).nullish(),
});
const callingMessage = object({
  ...assistantFields,
  content: content(assistantPart).nullish(),
  tool_calls: list(toolCall, { min: 1 }),
});

const ROLES = ['system', 'user', 'assistant', 'tool', 'developer'] as const;
type Role = (typeof ROLES)[number];
const BY_ROLE: Record<Role, z.ZodType> = {
  system: systemMessage,
  developer: systemMessage,
  user: userMessage,
  assistant: assistantMessage,
  tool: toolMessage,
};

const head = object({ role: oneOf(ROLES) });
/** Requests about a recording: no tools, no pictures (§3.6). */
const audioHead = object({ role: oneOf(['system', 'user', 'assistant']) });

/** The older message-level form of an audio item: `{role, type: "audio_content", audio_content}`. */
const audioMessage = audioHead.extend({ audio_content: audio });

/** Any assistant message: the required fields depend on the presence of tool calls. */
const shownAssistant = object({
  ...assistantFields,
  content: content(assistantPart).nullish(),
  tool_calls: list(toolCall).nullish(),
});
const shownMessage = named(
  'ChatMessage',
  z.union([
    named('SystemMessage', systemMessage),
    named('UserMessage', userMessage),
    named('AssistantMessage', shownAssistant),
    named('ToolMessage', toolMessage),
  ]),
);
const shownAudioMessage = named(
  'AudioMessage',
  z.union([systemMessage, audioQuestion, shownAssistant]),
);

function schemaOf(value: unknown, aboutAudio: boolean): z.ZodType {
  const known = aboutAudio ? audioHead : head;
  const checked = known.safeParse(value);
  if (!checked.success) return known;
  const { role, ...fields } = checked.data as { role: Role; [field: string]: unknown };
  if (aboutAudio && fields['type'] === 'audio_content') return audioMessage;
  if (aboutAudio && role === 'user') return audioQuestion;
  const calls = role === 'assistant' && Array.isArray(fields['tool_calls']);
  return calls ? callingMessage : BY_ROLE[role];
}

export type Message =
  | z.infer<typeof systemMessage>
  | z.infer<typeof userMessage>
  | z.infer<typeof assistantMessage>
  | z.infer<typeof callingMessage>
  | z.infer<typeof toolMessage>
  | (z.infer<typeof audioMessage> & { type: 'audio_content' });

/** One message, checked by the schema of its role. `aboutAudio`: of the audio endpoints, in either form. */
export function message({ aboutAudio = false } = {}) {
  const checked = z.unknown().superRefine((value, context) => {
    const result = schemaOf(value, aboutAudio).safeParse(value);
    if (!result.success) context.issues.push(...asRaw(result.error.issues, value));
  }) as unknown as z.ZodType<Message>;
  return shownAs(aboutAudio ? shownAudioMessage : shownMessage, checked);
}

const definition = {
  description: string().nullish(),
  parameters: record().nullish(),
  strict: z.boolean({ error: 'type:a boolean' }).nullish(),
};

const shownTool = named(
  'ChatTool',
  object({
    type: z.literal('function').optional(),
    function: named('FunctionDefinition', object({ name: identifier(), ...definition })),
  }),
);

/** `{type: "function", function: {…}}`, or the same without the wrapper. */
const checkedTool = z.unknown().superRefine((value, context) => {
  const flat =
    typeof value === 'object' && value !== null && 'name' in value && !('function' in value);
  const type = oneOf(['function']).nullish();
  const schema = flat
    ? object({ type, name: identifier(), ...definition })
    : object({ type, function: object({ name: identifier(), ...definition }) });
  const result = schema.safeParse(value);
  if (!result.success) context.issues.push(...asRaw(result.error.issues, value));
}) as unknown as z.ZodType<Record<string, unknown>>;

export const tool = shownAs(shownTool, checkedTool);
