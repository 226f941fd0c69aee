import { providersText } from '#ui/messages/providers.ts';

interface Part {
  role: string;
  text?: string;
  /** As a data address. */
  image?: string;
}

interface ContentPart {
  text?: string;
  image_url?: { url: string };
}

interface WireMessage {
  role: string;
  content: string | ContentPart[] | null;
  tool_calls?: { function: { name: string; arguments: string } }[];
}

/** The readable parts of a request's messages. A part without text or image is a recording. */
export function listParts(body: object): Part[] {
  const { messages = [] } = body as { messages?: WireMessage[] };
  return messages.flatMap(({ role, content, tool_calls: calls = [] }) => [
    ...partsOf(content).map((part) => ({ role, ...part })),
    ...calls.map(({ function: { name, arguments: text } }) => ({ role, text: `${name}(${text})` })),
  ]);
}

function partsOf(content: WireMessage['content']): Omit<Part, 'role'>[] {
  if (content === null) return [];
  if (typeof content === 'string') return [{ text: content }];
  return content.map(({ text, image_url: image }) => ({
    ...(text !== undefined && { text }),
    ...(image && { image: image.url }),
  }));
}

/** Characters beyond which a string of a request is a file. */
const FILE_LENGTH = 2_000;
/** Base64 with or without the start of a data address. */
const DATA = /^(?:data:[^,]*,)?[\w+/]+=*$/;

/** The request as JSON, with files as their size. */
export function withoutData(body: object): string {
  return JSON.stringify(
    body,
    (_, value: unknown) =>
      typeof value === 'string' && value.length > FILE_LENGTH && DATA.test(value)
        ? providersText.fileCharacters(value.length)
        : value,
    2,
  );
}
