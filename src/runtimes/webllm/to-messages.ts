import { SAMPLE_RATE } from '#base/audio.ts';
import { blobToBase64 } from '#base/bytes.ts';
import type { ChatTask, ChatTurn } from '#engine/tasks.ts';
import { describeTools, TAGGED, writeCalls } from '#grammar/tool-format.ts';

/** A part of a message in WebLLM's format. */
type Part =
  | { type: 'text'; text: string }
  | { type: 'image_url'; image_url: { url: string } }
  | {
      type: 'input_audio';
      input_audio: { data: Float32Array; format: 'pcm_f32'; sample_rate: number };
    };

export interface WebllmMessage {
  role: 'system' | 'user' | 'assistant';
  content: string | Part[];
}

/** A conversation in WebLLM's format. */
export async function toMessages({ turns, tools, toolChoice }: ChatTask): Promise<WebllmMessage[]> {
  // The system prompt is one, and first: several are joined, whichever client wrote them.
  const system = turns.filter((t) => t.role === 'system').map((t) => t.text);
  if (tools.length > 0 && toolChoice !== 'none') system.push(describeTools(tools));
  const rest = turns.filter((t) => t.role !== 'system');
  const messages = await Promise.all(rest.map(toMessage));
  return system.length === 0
    ? messages
    : [{ role: 'system', content: system.join('\n\n') }, ...messages];
}

async function toMessage(turn: ChatTurn): Promise<WebllmMessage> {
  const { role, text, toolCalls, images = [], audio = [] } = turn;
  if (role === 'tool') {
    return { role: 'user', content: `<tool_response>\n${text}\n</tool_response>` };
  }
  if (role === 'assistant') {
    const calls = toolCalls?.length ? writeCalls(toolCalls, TAGGED) : '';
    return { role, content: [text, calls].filter((part) => part !== '').join('\n') };
  }
  if (images.length + audio.length === 0) return { role: 'user', content: text };
  const parts: Part[] = await Promise.all(
    images.map(async (image) => ({
      type: 'image_url' as const,
      image_url: { url: await toDataUrl(image) },
    })),
  );
  for (const data of audio) {
    const input_audio = { data, format: 'pcm_f32' as const, sample_rate: SAMPLE_RATE };
    parts.push({ type: 'input_audio', input_audio });
  }
  return { role: 'user', content: [...parts, { type: 'text', text }] };
}

/** An image as data: an address would be fetched. */
async function toDataUrl(image: Blob): Promise<string> {
  return `data:${image.type || 'image/png'};base64,${await blobToBase64(image)}`;
}
