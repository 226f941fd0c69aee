import type { OcrTask } from '#engine/ocr-task.ts';
import type { TaskEvent, TurnsTask, VoicesTask, VoiceTask } from '#engine/tasks.ts';

/** A tone for each sentence, a tenth of a second for each of its words. */
export async function* speak({ text }: VoiceTask): AsyncGenerator<TaskEvent> {
  for (const { 0: sentence, index } of text.matchAll(/[^.!?]+[.!?]*/gu)) {
    const words = [...sentence.matchAll(/\S+/gu)];
    const samples = Float32Array.from(
      { length: words.length * 2400 },
      (_, i) => 0.3 * Math.sin(i / 10),
    );
    yield {
      type: 'audio',
      samples,
      sampleRate: 24_000,
      words: words.map((word, i) => ({
        startChar: index + word.index,
        endChar: index + word.index + word[0].length,
        start: i / 10,
        end: (i + 1) / 10,
      })),
    };
  }
  yield { type: 'end', reason: 'stop', completionTokens: 0, reasoningTokens: 0 };
}

/** People who speak a second each, one after another: two, or as many as there must or may be. */
export async function* takeTurns(task: VoicesTask | TurnsTask): AsyncGenerator<TaskEvent> {
  if (task.kind === 'voices') {
    const { from: start, to: end } = task;
    const voices = [{ start, end, track: '', alone: end - start, vector: null }];
    yield { type: 'voices', voices };
  } else {
    const count = Math.max(task.min, Math.min(task.max, 2));
    const seconds = task.voices.at(-1)?.end ?? 0;
    const turns = Array.from({ length: Math.ceil(seconds) }, (_, i) => ({
      start: i,
      end: Math.min(seconds, i + 1),
      speaker: i % count,
    }));
    const first = (voices: TurnsTask['known']) =>
      Array.from({ length: count }, (_, i) => (i < voices.length ? i : null));
    yield { type: 'turns', turns, known: first(task.known), earlier: first(task.earlier ?? []) };
  }
  yield { type: 'end', reason: 'stop', completionTokens: 0, reasoningTokens: 0 };
}

/** A picture whose bytes are text is read as that text, each word on a line of its own. */
export async function* readPicture({ picture }: OcrTask): AsyncGenerator<TaskEvent> {
  const text = await picture.text();
  const words = [...text.matchAll(/\S+/gu)].map(([word], i) => {
    return { text: word, confidence: 0.9, x: 10, y: 20 * i, width: 10 * word.length, height: 16 };
  });
  const page = { width: 600, height: 800, text, words, unread: 0, confidence: 0.9 };
  yield { type: 'page', page };
  yield { type: 'end', reason: 'stop', completionTokens: 0, reasoningTokens: 0 };
}
