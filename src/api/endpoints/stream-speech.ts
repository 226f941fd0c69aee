import type { Call } from '#api/call/call.ts';
import { withDeadline } from '#api/http/answer-whole.ts';
import type { IdleTimer } from '#api/http/idle-timer.ts';
import { type Admission, admit, openSlot } from '#api/tasks/admit.ts';
import { readSpeech } from '#api/tasks/media.ts';
import { SpeakerFinder } from '#api/tasks/speakers.ts';
import { type SpeechOptions, type TranscribedWindow, transcribe } from '#api/tasks/speech.ts';
import { withPeaks } from '#api/tasks/with-peaks.ts';
import { readDuration } from '#audio/decode-audio.ts';
import type { Piece } from '#audio/decoded.ts';
import { toBase64 } from '#base/bytes.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import type { AudioProgress, TranscriptionWindow } from '#contract/answers/transcript-answer.ts';
import type { TranscriptionRequest } from '#contract/audio-request.ts';
import { unsupportedValue } from '#contract/errors.ts';
import type { SpeechTask, TaskEvent } from '#engine/tasks.ts';
import { toDiarizedJson, toDiarizedSegments } from '#transcript-formats/diarized-json.ts';
import type { Segment } from '#transcript-formats/segment.ts';
import { toWord } from '#transcript-formats/verbose-json.ts';
import { streamTranscript, type TranscriptPart } from './answer-transcript.ts';

/** Seconds of a recording after which its speakers' progress is reported. */
const REPORT_SECONDS = 5;
/** Tokens set aside for a recording whose length is not known yet. */
export const RESERVED_TOKENS = 500;

/**
 * Streams a transcript while the file is decoded. Between windows the requests that wait for the model
 * run first, so a long recording does not block other requests.
 */
export async function streamSpeech(
  call: Call,
  card: ModelCard,
  request: TranscriptionRequest,
  file: Blob,
  options: SpeechOptions,
): Promise<Response> {
  const isDiarized = request.response_format === 'diarized_json';
  const finder = isDiarized ? await SpeakerFinder.open(call, request) : null;
  try {
    return await streamOn(call, card, request, file, options, finder);
  } catch (error) {
    finder?.close();
    throw error;
  }
}

async function streamOn(
  call: Call,
  card: ModelCard,
  request: TranscriptionRequest,
  file: Blob,
  options: SpeechOptions,
  finder: SpeakerFinder | null,
): Promise<Response> {
  const slot = await openSlot(call, card);
  const { signal } = call.controller;
  const hasWindows = request.return_windows === true;
  const duration = hasWindows ? await readDuration(file) : null;
  // The first piece is decoded before the answer starts: a file without audio is still a 400.
  const unread: number[] = [];
  let tracks = 1;
  const pieces = readSpeech(file, 'file', signal, {
    onUnread: (seconds) => unread.push(seconds),
    onTracks: (count) => {
      tracks = count;
    },
  });
  const first = await pieces.next();
  // Closes the decoder of a request that ends before its turn.
  const close = () => void pieces.return(undefined).catch(() => {});
  signal.addEventListener('abort', close, { once: true });
  const admission = await admit(call, slot, signal, RESERVED_TOKENS).catch((error: unknown) => {
    close();
    throw error;
  });
  const all = prepend<Piece>(first.value ?? new Float32Array(0), pieces);
  const tapped = finder ? finder.tap(all) : all;
  const includeUsage = request.stream_options?.include_usage === true;
  return streamTranscript(call, card, admission, includeUsage, (stream) => {
    const run = inTurns(admission, stream.idle);
    if (finder) {
      finder.onProgress = () => stream.idle.progress();
      return spoken(transcribe(run, tapped, options), finder);
    }
    if (!hasWindows) return texts(transcribe(run, all, options));
    const report = (audio: AudioProgress) => stream.report({ audio });
    if (duration !== null) report({ duration });
    if (tracks > 1) report({ tracks });
    const reported = withPeaks(all, (decoded_seconds, peaks) =>
      report({ decoded_seconds, peaks: toBase64(peaks) }),
    );
    const from = options.from?.windows ?? 0;
    return windows(transcribe(run, reported, options), from, unread, duration);
  });
}

/** Who speaks when, without text: the speakers' model alone. */
export async function answerSpeakers(
  call: Call,
  request: TranscriptionRequest,
  file: Blob,
): Promise<Response> {
  const format = request.response_format ?? 'diarized_json';
  if (format !== 'diarized_json') {
    throw unsupportedValue('response_format', format, ['diarized_json']);
  }
  const { signal } = call.controller;
  const finder = await SpeakerFinder.open(call, request);
  const unread = readSpeech(file, 'file', signal);
  const first = await unread.next().catch((error: unknown) => {
    finder.close();
    throw error;
  });
  const pieces = finder.tap(prepend<Piece>(first.value ?? new Float32Array(0), unread));
  const { stream, stream_options } = request;
  if (stream) {
    const includeUsage = stream_options?.include_usage === true;
    return streamTranscript(call, finder.card, finder.admission, includeUsage, (stream) => {
      finder.onProgress = () => stream.idle.progress();
      return turnsAlone(finder, pieces, (decoded_seconds) =>
        stream.report({ audio: { decoded_seconds } }),
      );
    });
  }
  return withDeadline(call, async () => {
    try {
      for await (const _ of pieces);
      return Response.json(toDiarizedJson([], await finder.turns(), finder.seconds));
    } finally {
      finder.close();
    }
  });
}

/** A segment without text for each turn, once the whole recording is read. */
async function* turnsAlone(
  finder: SpeakerFinder,
  pieces: AsyncIterable<Piece>,
  report: (seconds: number) => void,
): AsyncGenerator<TranscriptPart> {
  let reported = 0;
  for await (const _ of pieces) {
    if (finder.seconds - reported < REPORT_SECONDS) continue;
    reported = finder.seconds;
    report(reported);
  }
  for (const segment of toDiarizedSegments([], await finder.turns())) {
    yield { text: '', fields: segment };
  }
}

/** Runs one window in each turn. */
function inTurns({ turn }: Admission, idle: IdleTimer) {
  let isFirst = true;
  return async function* run(task: SpeechTask): AsyncGenerator<TaskEvent> {
    if (!isFirst) {
      // The time that others take is not this request's.
      idle.stop();
      await turn.pass();
      idle.start();
    }
    isFirst = false;
    for await (const event of turn.run(task)) {
      idle.progress();
      yield event;
    }
  };
}

/** Text as it is transcribed; the segments of each speaker follow, when all voices are known. */
async function* spoken(
  from: AsyncIterable<TranscribedWindow>,
  finder: SpeakerFinder,
): AsyncGenerator<TranscriptPart> {
  const all: Segment[] = [];
  try {
    for await (const { segments } of from) {
      all.push(...segments);
      for (const { text } of segments) yield { text };
    }
    const turns = await finder.turns();
    for (const segment of toDiarizedSegments(all, turns)) yield { text: '', fields: segment };
  } catch (error) {
    finder.close(error);
    throw error;
  } finally {
    finder.close();
  }
}

async function* texts(from: AsyncIterable<TranscribedWindow>): AsyncGenerator<TranscriptPart> {
  for await (const { segments } of from) for (const { text } of segments) yield { text };
}

/** `unread`: seconds behind which the file is damaged, each of which ends the list as a window without words. */
async function* windows(
  from: AsyncIterable<TranscribedWindow>,
  first: number,
  unread: readonly number[],
  duration: number | null,
): AsyncGenerator<TranscriptPart> {
  let next = first;
  for await (const { segments, leftOut, ...place } of from) {
    next = place.index + 1;
    const window: TranscriptionWindow = {
      ...place,
      left_out: leftOut,
      segments: segments.map(({ text, start, end, words }) => ({
        ...{ text, start, end },
        ...(words && { words: words.map(toWord) }),
      })),
    };
    yield { text: segments.map(({ text }) => text).join(''), fields: { window } };
  }
  for (const start of unread) {
    const end = unread.length === 1 ? Math.max(start, duration ?? 0) : start;
    const place = { index: next++, start, end, language: null, segments: [] };
    const window: TranscriptionWindow = { ...place, left_out: 'unreadable' };
    yield { text: '', fields: { window } };
  }
}

/** `rest` is closed wherever it is left, its first element included. */
export async function* prepend<T>(first: T, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    yield first;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}
