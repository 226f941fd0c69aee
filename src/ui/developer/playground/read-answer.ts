import { formatCount, formatDecimal } from '#ui/kit/format.ts';
import { developerText } from '#ui/messages/developer.ts';

/** The fields of answers and stream chunks that contain readable text. */
interface Piece {
  type?: string;
  delta?: string | { text?: string; thinking?: string };
  text?: string;
  choices?: {
    text?: string;
    delta?: { content?: string | null };
    message?: { content?: string | null; tool_calls?: { function: { name: string } }[] };
  }[];
  content?: { type: string; text?: string }[];
  output?: { content?: { text?: string }[] }[];
  data?: { embedding?: number[] | string }[];
  results?: { index: number; relevance_score: number }[];
}

/** The data of each event of a stream, as JSON; invalid JSON is skipped. */
function eventsOf(text: string): Piece[] {
  return text.split('\n').flatMap((line) => {
    if (!line.startsWith('data:')) return [];
    return parse(line.slice(5)) ?? [];
  });
}

function parse(text: string): Piece | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? (value as Piece | null) : null;
  } catch {
    return null;
  }
}

/** What a person wants to read of a body: the text, joined from its events, or the numbers in short; '' where none is. */
export function readAnswer(body: string, isStream: boolean): string {
  if (isStream) return eventsOf(body).map(readPiece).join('');
  const answer = parse(body);
  return answer ? readWhole(answer) : body;
}

function readPiece({ type, delta, choices }: Piece): string {
  if (choices) return choices.map((c) => c.delta?.content ?? c.text ?? '').join('');
  if (type === undefined || !/delta$/.test(type) || /arguments|reasoning/.test(type)) return '';
  return typeof delta === 'string' ? delta : (delta?.text ?? '');
}

function readWhole(answer: Piece): string {
  const { choices, content, output, data, results, text } = answer;
  if (choices) {
    return choices
      .map(({ message, text: written }) => {
        const calls = (message?.tool_calls ?? []).map((call) => call.function.name);
        return message?.content ?? written ?? calls.join(', ');
      })
      .join('\n\n');
  }
  if (content) return content.map((part) => part.text ?? '').join('');
  if (output)
    return output
      .flatMap((item) => item.content ?? [])
      .map((part) => part.text)
      .join('');
  if (results)
    return results
      .map(({ index, relevance_score: score }) => `${index}: ${formatDecimal(score, 3)}`)
      .join('\n');
  const vectors = (data ?? []).flatMap(({ embedding }) => (embedding ? [embedding] : []));
  const [first] = vectors;
  if (Array.isArray(first)) {
    const start = first.slice(0, 4).map((x) => formatDecimal(x, 3));
    const size = formatCount(first.length);
    return `${developerText.vectors(vectors.length, size)}\n[${start.join(', ')}, …]`;
  }
  return text ?? '';
}
