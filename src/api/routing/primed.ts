import type { Turn } from '#engine/slot.ts';
import type { ChatTask, Task, TaskEvent } from '#engine/tasks.ts';

/**
 * A turn whose first task has begun to answer: its events are those that were waited for, then the rest.
 * @throws EngineError of the task where it fails before its first content
 */
export async function primed(turn: Turn, task: ChatTask): Promise<Turn> {
  await turn.started;
  const events = turn.run(task)[Symbol.asyncIterator]();
  const first: TaskEvent[] = [];
  for (;;) {
    const { done, value } = await events.next();
    if (done) break;
    first.push(value);
    if (value.type !== 'start' && value.type !== 'reading') break;
  }
  let isFirst = true;
  return {
    ...turn,
    timings: turn.timings,
    started: Promise.resolve(),
    run: (next: Task) => {
      if (!isFirst) return turn.run(next);
      isFirst = false;
      return rest(first, events);
    },
  };
}

async function* rest(
  first: readonly TaskEvent[],
  events: AsyncIterator<TaskEvent>,
): AsyncGenerator<TaskEvent> {
  let isOver = false;
  try {
    yield* first;
    for (;;) {
      const { done, value } = await events.next();
      if (done) {
        isOver = true;
        return;
      }
      yield value;
    }
  } finally {
    if (!isOver) await events.return?.(undefined);
  }
}
