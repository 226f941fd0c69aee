import type { ProviderMeter, Tokens } from '#api/routing/provider-meter.ts';
import type { RemoteModel } from '#contract/providers.ts';
import { EngineError } from '#engine/engine-error.ts';
import type { Runtime } from '#engine/runtime.ts';
import type { Task, TaskEvent } from '#engine/tasks.ts';
import { UpstreamError } from '#engine/upstream-error.ts';

interface Metering {
  name: string;
  meter: ProviderMeter;
  model: RemoteModel;
  /** Requests of the provider that run, all its models together; shared by their runtimes. */
  running: { count: number };
  parallel: number;
  /** Figures changed. */
  booked: () => void;
}

const CHARACTERS = 4;

/** A runtime that calls its provider only within its limits, and books the usage of each request. */
export function metered(runtime: Runtime, metering: Metering): Runtime {
  return {
    load: (...args) => runtime.load(...args),
    countTokens: (task) => runtime.countTokens(task),
    close: () => runtime.close(),
    run: (task, signal) => run(runtime, metering, task, signal),
  };
}

async function* run(
  runtime: Runtime,
  { name, meter, model, running, parallel, booked }: Metering,
  task: Task,
  signal: AbortSignal,
): AsyncGenerator<TaskEvent> {
  const [prompt, ...more] = await runtime.countTokens(task);
  const promptTokens = more.reduce((sum, n) => sum + n, prompt ?? 0);
  const max = { prompt: promptTokens, completion: task.kind === 'chat' ? task.maxTokens : 0 };
  if (running.count >= parallel || meter.whyNot(model, max)) {
    throw new UpstreamError(`${name} has reached a limit that was set for it.`, {
      fault: 'budget',
      retryAfterMs: 1_000,
    });
  }
  const book = meter.begin(model, max);
  const used: Tokens = { prompt: 0, completion: 0 };
  running.count++;
  try {
    for await (const event of runtime.run(task, signal)) {
      count(used, event, promptTokens);
      yield event;
    }
    meter.succeeded(model);
  } catch (error) {
    if (isItsFault(error)) meter.failed(model);
    throw error;
  } finally {
    running.count--;
    book({ prompt: Math.ceil(used.prompt), completion: Math.ceil(used.completion) });
    booked();
  }
}

/** What an answer has cost so far: guessed while it runs, exact at its end. */
function count(used: Tokens, event: TaskEvent, promptTokens: number): void {
  switch (event.type) {
    case 'start':
      // The provider charges for the prompt even if the answer fails.
      used.prompt = event.promptTokens || promptTokens;
      return;
    case 'text':
    case 'reasoning':
    case 'tool-arguments':
      used.completion += event.text.length / CHARACTERS;
      return;
    case 'end':
      used.prompt = event.prompt?.tokens ?? used.prompt;
      used.completion = event.completionTokens;
      return;
    default:
      return;
  }
}

/** Whether a failure means that the provider is unavailable, not that a request was invalid or aborted. */
function isItsFault(error: unknown): boolean {
  if (!(error instanceof UpstreamError)) return !(error instanceof EngineError);
  return error.fault === 'lost' || (error.isRetryable && error.fault !== 'budget');
}
