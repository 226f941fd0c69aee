import { SAMPLE_RATE, toWav } from '#base/audio.ts';
import { isRecord } from '#base/guards.ts';
import { languageCode } from '#contract/languages.ts';
import type { SpeechSegment, SpeechTask, SpeechWord, TaskEvent } from '#engine/tasks.ts';
import { callServer, notUnderstood, readJsonAnswer } from './call-server.ts';
import { estimateTokens, readUsage } from './read-usage.ts';
import type { RemoteTarget } from './remote-target.ts';

const MAX_BYTES = 16_777_216;

/** Transcribes or translates one window of a recording. */
export async function* runSpeech(
  target: RemoteTarget,
  task: SpeechTask,
  signal: AbortSignal,
): AsyncGenerator<TaskEvent> {
  const path = task.translate ? 'audio/translations' : 'audio/transcriptions';
  const limits = { signal, maxBytes: MAX_BYTES };
  yield* callServer(target, path, toForm(target, task), limits, async function* (answer) {
    const value = await readJsonAnswer(target, answer);
    const { text } = value;
    if (typeof text !== 'string') throw notUnderstood(target.name, 'it has no text');
    const seconds = task.samples.length / SAMPLE_RATE;
    const segments = readSegments(value, text, seconds);
    const usage = readUsage(value['usage']);
    yield { type: 'start', promptTokens: usage?.prompt ?? 0, cachedTokens: 0 };
    for (const segment of segments) {
      yield { type: 'segment', segment, tokens: estimateTokens(segment.text.length) };
    }
    const language = typeof value['language'] === 'string' ? languageCode(value['language']) : null;
    yield {
      type: 'window',
      language: language ?? task.language,
      leftOut: segments.length === 0 ? 'no-speech' : null,
      transcribedSeconds: seconds,
    };
    const completionTokens = usage?.completion || estimateTokens(text.length);
    yield { type: 'end', reason: 'stop', completionTokens, reasoningTokens: 0 };
  });
}

function toForm({ model }: RemoteTarget, task: SpeechTask): FormData {
  const form = new FormData();
  form.set('file', toWav(task.samples), 'audio.wav');
  form.set('model', model);
  form.set('response_format', task.withTimes ? 'verbose_json' : 'json');
  form.set('temperature', String(task.temperature));
  // Other servers know names by the prompt alone.
  const names = (task.vocabulary ?? []).join(', ');
  const prompt = [names, task.prompt, task.previousText].filter(Boolean).join(' ');
  if (prompt !== '') form.set('prompt', prompt);
  if (task.language !== null && !task.translate) form.set('language', task.language);
  if (task.withWords) {
    for (const part of ['segment', 'word']) form.append('timestamp_granularities[]', part);
  }
  return form;
}

/** Segments inside the window, in time order; the text alone where there are none. */
function readSegments(
  value: Record<string, unknown>,
  text: string,
  seconds: number,
): SpeechSegment[] {
  const inside = (time: unknown) => Math.min(seconds, Math.max(0, Number(time) || 0));
  const list = Array.isArray(value['segments']) ? value['segments'] : [];
  const segments = list.flatMap((item: unknown): SpeechSegment[] => {
    if (!isRecord(item) || typeof item['text'] !== 'string') return [];
    const start = inside(item['start']);
    return [{ text: item['text'], start, end: Math.max(start, inside(item['end'])) }];
  });
  if (segments.length === 0) return text.trim() === '' ? [] : [{ text, start: 0, end: seconds }];
  segments.sort((a, b) => a.start - b.start);
  const words = readWords(value['words'], inside);
  if (words.length === 0) return segments;
  return segments.map((segment, i) => ({
    ...segment,
    words: words.filter(({ start }) => {
      const next = segments[i + 1]?.start ?? Number.POSITIVE_INFINITY;
      return (i === 0 || start >= segment.start) && start < next;
    }),
  }));
}

function readWords(value: unknown, inside: (time: unknown) => number): SpeechWord[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown): SpeechWord[] => {
    if (!isRecord(item) || typeof item['word'] !== 'string') return [];
    const { word, start, end, probability } = item;
    const sure = typeof probability === 'number' ? Math.min(1, Math.max(0, probability)) : 1;
    return [{ text: word, start: inside(start), end: inside(end), probability: sure }];
  });
}
