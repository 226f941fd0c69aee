import { followSignal, withDeadline } from '#api/http/answer-whole.ts';
import type { Call } from '#api/http/call.ts';
import { readForm } from '#api/http/read-body.ts';
import { admit, discardIfBroken, openSlot } from '#api/tasks/admit.ts';
import { requireModel } from '#api/tasks/find-model.ts';
import { readSpeech } from '#api/tasks/media.ts';
import {
  type HeardWindow,
  joinSegments,
  type SpeechOptions,
  transcribe,
} from '#api/tasks/speech.ts';
import { noteUsage } from '#api/tasks/usage-fields.ts';
import { SAMPLE_RATE } from '#audio/decode-audio.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import { parseTranscriptionRequest, type TranscriptionRequest } from '#contract/audio-request.ts';
import {
  invalidValue,
  missingParameter,
  notCompatible,
  unsupportedValue,
} from '#contract/errors.ts';
import { languageCode, languageName } from '#contract/languages.ts';
import type { SpeechSegment } from '#engine/tasks.ts';
import { toSrt, toVtt } from '#transcript-formats/subtitles.ts';
import { toVerboseJson } from '#transcript-formats/verbose-json.ts';
import { noTokens, plainText, streamTranscript } from './answer-transcript.ts';
import { answerInstructTranscription } from './instruct-transcription.ts';

/** The most that a processor hears side by side with profit: caches are copied at every step. */
const WINDOWS_AT_ONCE = 4;

/** POST /v1/audio/transcriptions and /v1/audio/translations */
export async function answerTranscription(call: Call, translate: boolean): Promise<Response> {
  const fields = await readForm(call.request);
  const request = parseTranscriptionRequest(fields);
  const card = requireModel(call, request.model, ['speech', 'audio-chat'], 'transcription');
  if (card.task === 'audio-chat') {
    return answerInstructTranscription(call, card, request, fields, translate);
  }
  if (translate && isEnglishOnly(card)) throw notCompatible(card.id, 'translation');
  const file = oneFile(request);
  const format = request.response_format ?? 'json';
  if (!card.can.timestamps && !['json', 'text'].includes(format)) {
    throw unsupportedValue('response_format', format, ['json', 'text']);
  }
  const options: SpeechOptions = {
    language: request.language ? languageCode(request.language) : null,
    translate,
    prompt: request.prompt ?? '',
    temperature: request.temperature ?? 0,
    withTimes: Boolean(card.can.timestamps),
    windowsAtOnce: WINDOWS_AT_ONCE,
  };
  const controller = followSignal(call.request);
  if (request.stream) return streamSpeech(call, card, request, file, options, controller);
  return withDeadline(call, controller, () =>
    wholeSpeech(call, card, format, file, options, controller),
  );
}

/** Whether a model has nothing to translate from; where no languages are known, it may. */
function isEnglishOnly({ languages }: ModelCard): boolean {
  return languages.length === 1 && languages[0] === 'en';
}

function oneFile(request: TranscriptionRequest): File {
  const [file, ...more] = request.file ?? [];
  if (!file) throw missingParameter('file');
  if (more.length > 0) throw invalidValue('file', 'exactly one file is expected.');
  return file;
}

async function wholeSpeech(
  call: Call,
  card: ModelCard,
  format: NonNullable<TranscriptionRequest['response_format']>,
  file: File,
  options: SpeechOptions,
  controller: AbortController,
): Promise<Response> {
  const slot = await openSlot(call, card);
  const { signal } = controller;
  const { turn } = await admit(call, slot, signal);
  const counts = noTokens();
  const segments: SpeechSegment[] = [];
  let heardLanguage: string | null = null;
  let samples = 0;
  try {
    await turn.started;
    const pieces = counting(readSpeech(file, 'file', signal), (n) => {
      samples += n;
    });
    for await (const window of transcribe(turn.run, pieces, options, counts)) {
      heardLanguage ??= window.language;
      segments.push(...window.segments);
    }
  } catch (error) {
    controller.abort();
    discardIfBroken(call, slot, error);
    throw error;
  } finally {
    turn.leave();
  }
  noteUsage(call.usage, counts, turn.timings);
  const text = joinSegments(segments);
  switch (format) {
    case 'text':
      return plainText(text);
    case 'srt':
      return plainText(toSrt(segments));
    case 'vtt':
      return plainText(toVtt(segments));
    case 'verbose_json': {
      const language = languageName(heardLanguage ?? options.language ?? card.languages[0] ?? 'en');
      const task = options.translate ? 'translate' : 'transcribe';
      const durationSeconds = samples / SAMPLE_RATE;
      return Response.json(
        toVerboseJson(segments, {
          task,
          language,
          durationSeconds,
          temperature: options.temperature,
        }),
      );
    }
    case 'json':
      return Response.json({ text });
  }
}

async function streamSpeech(
  call: Call,
  card: ModelCard,
  request: TranscriptionRequest,
  file: File,
  options: SpeechOptions,
  controller: AbortController,
): Promise<Response> {
  const slot = await openSlot(call, card);
  const { signal } = controller;
  // The first piece is decoded before the answer starts: a file without audio is still a 400.
  const pieces = readSpeech(file, 'file', signal);
  const first = await pieces.next();
  const admission = await admit(call, slot, signal);
  const all = prepend(first.value ?? new Float32Array(0), pieces);
  const includeUsage = request.stream_options?.include_usage === true;
  return streamTranscript(call, card, admission, controller, includeUsage, (counts) =>
    texts(transcribe(admission.turn.run, all, options, counts)),
  );
}

async function* texts(windows: AsyncIterable<HeardWindow>): AsyncGenerator<string> {
  for await (const { segments } of windows) for (const { text } of segments) yield text;
}

async function* counting(
  pieces: AsyncIterable<Float32Array>,
  add: (samples: number) => void,
): AsyncGenerator<Float32Array> {
  for await (const piece of pieces) {
    add(piece.length);
    yield piece;
  }
}

async function* prepend<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}
