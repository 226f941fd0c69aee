import type { Call } from '#api/call/call.ts';
import { withDeadline } from '#api/http/answer-whole.ts';
import { parseForm } from '#api/http/read-body.ts';
import { toTurns } from '#api/tasks/chat-task.ts';
import { readAudioItem } from '#api/tasks/media.ts';
import { DEFAULT_MAX_TOKENS, plainTask } from '#api/tasks/plain-task.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import type { TranscriptionRequest } from '#contract/audio-request.ts';
import { missingParameter } from '#contract/errors.ts';
import { languageCode, languageName } from '#contract/languages.ts';
import { plainText, streamTranscript, type TranscriptPart } from './answer-transcript.ts';
import { completeChat, prepareChat } from './chat.ts';

/** Transcription and translation by an audio-language model: a chat about the audio (contract §3.7). */
export async function answerInstructTranscription(
  call: Call,
  card: ModelCard,
  request: TranscriptionRequest,
  form: FormData,
  translate: boolean,
): Promise<Response> {
  const more = await parseForm(call, 'instruct', form);
  const { signal } = call.controller;
  const reading = { ...call.api, signal };
  const prepare = async () => {
    const turns = await toTurns(more.messages ?? [], card, reading);
    const audio = await Promise.all(
      (request.file ?? []).map((file) => readAudioItem(file, 'file', signal)),
    );
    const hasAudio = turns.some((t) => (t.audio?.length ?? 0) > 0);
    if (audio.length === 0 && !hasAudio) throw missingParameter('file');
    const text = instruction(request, translate);
    const task = plainTask([...turns, { role: 'user', text, audio }], request.temperature ?? 0);
    const askedFor = Math.min(more.max_tokens ?? DEFAULT_MAX_TOKENS, card.contextTokens);
    return prepareChat(call, card, task, askedFor, signal);
  };
  if (request.stream) {
    const prepared = await prepare();
    const includeUsage = request.stream_options?.include_usage === true;
    return streamTranscript(call, card, prepared.admission, includeUsage, () =>
      chatTexts(prepared),
    );
  }
  return withDeadline(call, async () => {
    const { text } = await completeChat(call, await prepare());
    return more.response_format === 'text' ? plainText(text) : Response.json({ text });
  });
}

async function* chatTexts({
  task,
  admission,
}: Awaited<ReturnType<typeof prepareChat>>): AsyncGenerator<TranscriptPart> {
  for await (const event of admission.turn.run(task)) {
    if (event.type === 'text') yield { text: event.text };
  }
}

function instruction({ language, prompt }: TranscriptionRequest, translate: boolean): string {
  const code = language ? languageCode(language) : null;
  const named = code ? languageName(code) : null;
  const target = translate ? (named ?? 'english') : named;
  const what = target
    ? `Write what is said in the audio in ${target}, and nothing else.`
    : 'Transcribe the audio in the language spoken, and nothing else.';
  // A scripted model reads its script from the last text.
  return prompt?.trim().startsWith('#script') ? prompt : [what, prompt].filter(Boolean).join(' ');
}
