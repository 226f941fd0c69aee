import { plainTask } from '#api/tasks/plain-task.ts';
import { seeded } from '#base/numbers.ts';
import type { ChatTask, ChatTurn } from '#engine/tasks.ts';
import { ChatModel } from '#runtimes/transformers/chat/chat-model.ts';
import { configureLibrary } from '#runtimes/transformers/ort/library.ts';

interface Answered {
  text: string;
  prompt: number;
  cached: number;
}

/** What a person may ask the guide. */
const QUESTIONS = [
  'What can you do?',
  'How do I transcribe a file?',
  'and for audio?',
  'Show me how to call /v1 from JavaScript',
  'What is an embedding?',
  'Which files can I drop?',
  'Is it private?',
  'how do i make a key',
  'What does error 429 mean?',
  'hello',
  'Who won the world cup?',
  'thanks',
];

const toTask = (turns: ChatTurn[]): ChatTask => ({
  ...plainTask(turns, 0),
  maxTokens: 60,
  contextTokens: 1024,
});

/** `stopAfter`: the client disconnects after this many chunks. */
async function ask(model: ChatModel, turns: ChatTurn[], stopAfter = Infinity): Promise<Answered> {
  const answer: Answered = { text: '', prompt: 0, cached: 0 };
  let pieces = 0;
  for await (const event of model.run(toTask(turns), new AbortController().signal)) {
    if (event.type === 'start') {
      answer.prompt = event.promptTokens;
      answer.cached = event.cachedTokens;
    }
    if (event.type !== 'text') continue;
    answer.text += event.text;
    if (++pieces >= stopAfter) break;
  }
  return answer;
}

/** One more question, an edited one, or the same asked again. */
function nextTurns(turns: ChatTurn[], random: () => number): ChatTurn[] {
  const text = QUESTIONS[Math.floor(random() * QUESTIONS.length)] as string;
  const kind = random();
  const last = turns.findLastIndex((t) => t.role === 'user');
  // An earlier question is edited: everything after it goes.
  if (kind < 0.2 && last >= 0) return [...turns.slice(0, last), { role: 'user', text }];
  if (kind < 0.35 && last >= 0) return turns.slice(0, last + 1);
  return [...turns, { role: 'user', text }];
}

/**
 * Random conversations with edits, regenerations, branches and aborts, each answer with what earlier
 * ones left and without. @returns conversations that differ, and how much was reused.
 */
export async function compare(conversations: number): Promise<{
  differing: string[];
  answers: number;
  reused: number;
}> {
  configureLibrary({ id: 'alcove-guide', device: 'wasm', threads: 1 });
  const card = { id: 'alcove-guide', device: 'wasm', can: {} } as Parameters<
    typeof ChatModel.load
  >[0];
  const reusing = await ChatModel.load(card, () => {});
  const plain = await ChatModel.load(card, () => {}, { cachedBytes: 0 });
  const random = seeded(11);
  const differing: string[] = [];
  const tokens = { prompt: 0, cached: 0 };
  let answers = 0;
  for (let c = 0; c < conversations; c++) {
    let turns: ChatTurn[] = random() < 0.3 ? [{ role: 'system', text: 'Answer briefly.' }] : [];
    for (let step = 0; step < 4; step++) {
      turns = nextTurns(turns, random);
      // Now and then the reader leaves first, and the question is asked again.
      if (random() < 0.25) await ask(reusing, turns, 1 + Math.floor(random() * 10));
      const mine = await ask(reusing, turns);
      const theirs = await ask(plain, turns);
      answers++;
      tokens.prompt += mine.prompt;
      tokens.cached += mine.cached;
      if (mine.text !== theirs.text) differing.push(`${c}: ${mine.text} | ${theirs.text}`);
      turns = [...turns, { role: 'assistant', text: mine.text }];
    }
  }
  return { differing, answers, reused: tokens.cached / tokens.prompt };
}
