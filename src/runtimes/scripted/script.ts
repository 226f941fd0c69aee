import { EngineError } from '#engine/engine-error.ts';

/** The script of a request to a scripted model: `#script {…}` in the last user text or the speech prompt. */
export interface Script {
  tokens: Uint8Array[];
  toolCalls: { name: string; argumentsText: string }[];
  delayMs: number;
  /** Tokens after which the runtime fails; null never. */
  failAfter: number | null;
}

const MARK = '#script';

/**
 * The script of a text, or null when it has none.
 * @throws EngineError `not-supported` for a script that cannot be read.
 */
export function readScript(text: string): Script | null {
  const trimmed = text.trim();
  if (!trimmed.startsWith(MARK)) return null;
  try {
    const data: unknown = JSON.parse(trimmed.slice(MARK.length));
    if (typeof data !== 'object' || data === null) throw new TypeError('Not an object.');
    return toScript(data as Record<string, unknown>);
  } catch {
    // Not JSON, or with objects that have no text of their own.
    const message = 'The text after #script must be a JSON object of the fields of a script.';
    throw new EngineError('not-supported', message);
  }
}

function toScript(data: Record<string, unknown>): Script {
  const { tokens = [], bytes = [], tool_calls = [], delayMs = 0, failAfter = null } = data;
  const encoder = new TextEncoder();
  return {
    tokens: [
      ...list(tokens).map((t) => encoder.encode(String(t))),
      ...list(bytes).map((b) => Uint8Array.from(list(b).map(Number))),
    ],
    toolCalls: list(tool_calls).map(readCall),
    delayMs: Math.max(0, Number(delayMs) || 0),
    failAfter: failAfter === null ? null : Number(failAfter),
  };
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Takes `{name, arguments}` and the `{function: {name, arguments}}` that clients copy from answers. */
function readCall(value: unknown): { name: string; argumentsText: string } {
  const outer = (value ?? {}) as Record<string, unknown>;
  const call = (outer['function'] ?? outer) as Record<string, unknown>;
  const given = call['arguments'] ?? {};
  return {
    name: String(call['name']),
    argumentsText: typeof given === 'string' ? given : JSON.stringify(given),
  };
}
