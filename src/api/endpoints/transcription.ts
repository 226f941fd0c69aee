import type { Call } from '#api/call/call.ts';
import { withDeadline } from '#api/http/answer-whole.ts';
import { parseForm } from '#api/http/read-body.ts';
import { readForm } from '#api/http/read-form.ts';
import { textFacts } from '#api/routing/chat-facts.ts';
import { admit, discardIfBroken, openSlot } from '#api/tasks/admit.ts';
import { readSpeech } from '#api/tasks/media.ts';
import { routed } from '#api/tasks/run-route.ts';
import { SpeakerFinder } from '#api/tasks/speakers.ts';
import {
  joinSegments,
  type SpeechOptions,
  seeksTimestamps,
  transcribe,
} from '#api/tasks/speech.ts';
import type { Piece } from '#audio/decoded.ts';
import { SAMPLE_RATE } from '#base/audio.ts';
import { isEnglishOnly, type ModelCard } from '#catalog/model-card.ts';
import type { TranscriptionRequest } from '#contract/audio-request.ts';
import {
  invalidValue,
  missingParameter,
  notCompatible,
  unsupportedParameter,
  unsupportedValue,
} from '#contract/errors.ts';
import { languageCode, languageName } from '#contract/languages.ts';
import { toDiarizedJson } from '#transcript-formats/diarized-json.ts';
import type { Segment } from '#transcript-formats/segment.ts';
import { toSrt, toVtt } from '#transcript-formats/subtitles.ts';
import { type LeftOutSpan, toVerboseJson } from '#transcript-formats/verbose-json.ts';
import { plainText } from './answer-transcript.ts';
import { answerInstructTranscription } from './instruct-transcription.ts';
import { answerSpeakers, RESERVED_TOKENS, streamSpeech } from './stream-speech.ts';

/** POST /v1/audio/transcriptions and /v1/audio/translations */
export async function answerTranscription(call: Call, translate: boolean): Promise<Response> {
  const form = await readForm(call.request);
  const request = await parseForm(call, 'transcription', form);
  const task = translate ? 'translate' : 'transcribe';
  if (request.task && request.task !== task) {
    const other = translate ? 'transcriptions' : 'translations';
    throw unsupportedParameter('task', `Use /v1/audio/${other}.`);
  }
  const asked = {
    model: request.model,
    tasks: ['speech', 'audio-chat', 'speakers'],
    capability: 'transcription',
    facts: () => textFacts('speech', []),
  } as const;
  const { prepared } = await routed(call, asked, async (card) => ({
    response: await answerOn(call, card, request, form, translate),
  }));
  return prepared.response;
}

async function answerOn(
  call: Call,
  card: ModelCard,
  request: TranscriptionRequest,
  form: FormData,
  translate: boolean,
): Promise<Response> {
  if (card.task === 'audio-chat') {
    return answerInstructTranscription(call, card, request, form, translate);
  }
  if (card.task === 'speakers') return answerSpeakers(call, request, await openFile(call, request));
  if (translate && isEnglishOnly(card)) throw notCompatible(card.id, 'translation');
  const file = await openFile(call, request);
  const format = request.response_format ?? 'json';
  if (!card.can.timestamps && !['json', 'text'].includes(format)) {
    throw unsupportedValue('response_format', format, ['json', 'text']);
  }
  if (translate && format === 'diarized_json') {
    throw unsupportedValue('response_format', format, [
      'json',
      'text',
      'verbose_json',
      'srt',
      'vtt',
    ]);
  }
  const options = optionsOf(call, card, request, translate);
  if (request.stream) return streamSpeech(call, card, request, file, options);
  return withDeadline(call, async () => {
    const finder = format === 'diarized_json' ? await SpeakerFinder.open(call, request) : null;
    try {
      return await wholeSpeech(call, card, format, file, options, finder);
    } finally {
      finder?.close();
    }
  });
}

function optionsOf(
  { api }: Call,
  card: ModelCard,
  request: TranscriptionRequest,
  translate: boolean,
): SpeechOptions {
  const among = (request.languages ?? []).flatMap((one) => languageCode(one) ?? []);
  const [only, ...others] = among;
  const language = request.language ? languageCode(request.language) : null;
  return {
    language: language ?? (others.length === 0 ? (only ?? null) : null),
    ...(others.length > 0 && { among }),
    translate,
    prompt: request.prompt ?? '',
    vocabulary: request.vocabulary ?? request.keywords ?? api.vocabulary(),
    temperature: request.temperature ?? 0,
    withTimes: Boolean(card.can.timestamps),
    withWords: wantsWords(card, request),
    seeks: seeksTimestamps(card),
    from: { seconds: request.start_seconds ?? 0, windows: request.start_window ?? 0 },
  };
}

/** @throws ApiError for a model that has no times of words. Windows have them where the model does. */
function wantsWords(card: ModelCard, request: TranscriptionRequest) {
  const isDiarized = request.response_format === 'diarized_json';
  if (isDiarized || (request.stream && request.return_windows)) return card.can.words === true;
  if (!request.timestamp_granularities?.includes('word')) return false;
  if (!card.can.words) throw unsupportedValue('timestamp_granularities', 'word', ['segment']);
  return true;
}

async function openFile(call: Call, request: TranscriptionRequest): Promise<Blob> {
  const [file, ...more] = request.file ?? [];
  if (more.length > 0) throw invalidValue('file', 'exactly one file is expected.');
  if (file) return file;
  if (!request.recording) throw missingParameter('file');
  if (call.key?.origin) throw invalidValue('recording', 'sites may not read stored recordings.');
  const recording = await call.api.recordings(request.recording);
  if (!recording) throw invalidValue('recording', 'no recording is stored under this id.');
  return recording;
}

async function wholeSpeech(
  call: Call,
  card: ModelCard,
  format: NonNullable<TranscriptionRequest['response_format']>,
  file: Blob,
  options: SpeechOptions,
  finder: SpeakerFinder | null,
): Promise<Response> {
  const slot = await openSlot(call, card);
  const { signal } = call.controller;
  const { turn } = await admit(call, slot, signal, RESERVED_TOKENS);
  const segments: Segment[] = [];
  const leftOut: LeftOutSpan[] = [];
  let detectedLanguage: string | null = null;
  let samples = 0;
  try {
    await turn.started;
    const onUnread = (start: number) => leftOut.push({ start, end: start, reason: 'unreadable' });
    const pieces = counting(readSpeech(file, 'file', signal, { onUnread }), (n) => {
      samples += n;
    });
    const tapped = finder ? finder.tap(pieces) : pieces;
    for await (const window of transcribe(turn.run, tapped, options)) {
      detectedLanguage ??= window.language;
      const { start, end } = window;
      segments.push(...window.segments.map((s) => ({ ...s, windowStart: start })));
      if (window.leftOut) leftOut.push({ start, end, reason: window.leftOut });
    }
  } catch (error) {
    call.controller.abort();
    discardIfBroken(call, slot, error);
    throw error;
  } finally {
    turn.leave();
  }
  if (finder) return Response.json(toDiarizedJson(segments, await finder.turns(), finder.seconds));
  const text = joinSegments(segments);
  switch (format) {
    case 'text':
      return plainText(text);
    case 'srt':
      return plainText(toSrt(segments));
    case 'vtt':
      return plainText(toVtt(segments));
    case 'verbose_json': {
      const language = languageName(
        detectedLanguage ?? options.language ?? card.languages[0] ?? 'en',
      );
      const task = options.translate ? 'translate' : 'transcribe';
      const durationSeconds = samples / SAMPLE_RATE;
      return Response.json(
        toVerboseJson(segments, {
          task,
          language,
          durationSeconds,
          temperature: options.temperature,
          leftOut,
        }),
      );
    }
    case 'json':
    case 'diarized_json':
      return Response.json({ text });
  }
}

async function* counting(
  pieces: AsyncIterable<Piece>,
  add: (samples: number) => void,
): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    add(piece.length);
    yield piece;
  }
}
