/** Fields of a body that most people change. Absent: the endpoint does not have the field. */
export interface BodyFields {
  /** The last message, or the input. */
  message?: string;
  temperature?: number | null;
  maxTokens?: number | null;
  stream?: boolean;
}

type Body = Record<string, unknown>;

const MESSAGE_PLACES = ['messages', 'input', 'prompt'] as const;

/** What the form shows of a body; null while it is not valid JSON. */
export function readFields(text: string): BodyFields | null {
  const body = parse(text);
  if (!body) return null;
  const place = MESSAGE_PLACES.find((name) => name in body);
  const message = place && readMessage(body[place]);
  const writes = 'messages' in body || 'prompt' in body;
  return {
    ...(message === undefined ? {} : { message }),
    ...(writes
      ? {
          temperature: numberOf(body['temperature']),
          maxTokens: numberOf(body['max_tokens']),
          stream: body['stream'] === true,
        }
      : {}),
  };
}

/** The body with a field of the form changed; `null` removes a number. */
export function writeField(text: string, changes: BodyFields): string {
  const body = parse(text);
  if (!body) return text;
  const { message, temperature, maxTokens, stream } = changes;
  const place = MESSAGE_PLACES.find((name) => name in body);
  if (message !== undefined && place) body[place] = withMessage(body[place], message);
  if (temperature !== undefined) set(body, 'temperature', temperature);
  if (maxTokens !== undefined) set(body, 'max_tokens', maxTokens);
  if (stream !== undefined) body['stream'] = stream;
  return JSON.stringify(body, null, 2);
}

function set(body: Body, name: string, value: number | null): void {
  if (value === null) delete body[name];
  else body[name] = value;
}

function parse(text: string): Body | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Body)
      : null;
  } catch {
    return null;
  }
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : null);

function readMessage(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return undefined;
  const last: unknown = value.at(-1);
  if (typeof last === 'string')
    return value.every((v) => typeof v === 'string') ? value.join('\n') : undefined;
  const content = (last as { content?: unknown } | undefined)?.content;
  return typeof content === 'string' ? content : undefined;
}

function withMessage(value: unknown, message: string): unknown {
  if (!Array.isArray(value)) return message;
  if (typeof value.at(-1) === 'string') return message.split('\n');
  return [...value.slice(0, -1), { ...(value.at(-1) as object), content: message }];
}
