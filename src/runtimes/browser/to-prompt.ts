import { EngineError } from '#engine/engine-error.ts';
import type { ChatTask } from '#engine/tasks.ts';
import type { BrowserPrompt } from '#transport/browser-model.ts';

/** What the Prompt API has no field for: `param` as clients name it. */
const UNSUPPORTED: readonly [param: string, isAsked: (task: ChatTask) => boolean][] = [
  ['seed', ({ sampling }) => sampling.seed !== null],
  ['logprobs', ({ topLogprobs }) => topLogprobs !== null],
  ['presence_penalty', ({ sampling }) => sampling.presencePenalty !== 0],
  ['frequency_penalty', ({ sampling }) => sampling.frequencyPenalty !== 0],
  ['avoid_repetition', ({ sampling }) => sampling.avoidsRepetition === true],
  ['logit_bias', ({ sampling }) => (sampling.bias?.size ?? 0) > 0],
  ['tools', ({ tools, toolChoice }) => tools.length > 0 && toolChoice !== 'none'],
];

/**
 * A task as the Prompt API takes it. Temperature becomes one of its five modes; `top_p` and `top_k` have no counterpart.
 * @throws EngineError `not-supported` with the name of the field that the API lacks
 */
export function toPrompt(task: ChatTask): BrowserPrompt {
  for (const [param, isAsked] of UNSUPPORTED) {
    if (isAsked(task)) {
      throw new EngineError(
        'not-supported',
        `The model of the browser does not support "${param}".`,
        undefined,
        param,
      );
    }
  }
  if (task.raw) {
    throw new EngineError(
      'not-compatible',
      'The model of the browser only continues conversations.',
    );
  }
  return {
    messages: toMessages(task),
    samplingMode: modeOf(task.sampling.temperature),
    schema: schemaOf(task),
  };
}

function toMessages({ turns }: ChatTask): BrowserPrompt['messages'] {
  // The API takes one message of the system, as the first.
  const system = turns.filter(({ role }) => role === 'system').map(({ text }) => text);
  const others = turns.flatMap(({ role, text }) => {
    if (role === 'system') return [];
    // Results of tools in a chat that another model began.
    return [{ role: role === 'assistant' ? role : ('user' as const), content: text }];
  });
  if (!others.some(({ role }) => role === 'user')) {
    throw new EngineError(
      'not-supported',
      'The model of the browser answers messages of a user.',
      undefined,
      'messages',
    );
  }
  return system.length > 0 ? [{ role: 'system', content: system.join('\n\n') }, ...others] : others;
}

/** Upper ends of temperatures, for its modes. */
const MODES = [
  [0, 'most-predictable'],
  [0.4, 'predictable'],
  [0.8, 'balanced'],
  [1.2, 'creative'],
] as const;

const modeOf = (temperature: number): BrowserPrompt['samplingMode'] =>
  MODES.find(([max]) => temperature <= max)?.[1] ?? 'most-creative';

function schemaOf({ format }: ChatTask): BrowserPrompt['schema'] {
  switch (format.kind) {
    case 'text':
      return null;
    case 'json':
      return { type: 'object' };
    case 'schema':
      return format.schema;
    case 'plain':
      throw new EngineError(
        'not-supported',
        'The model of the browser does not support text under a schema.',
        undefined,
        'response_format',
      );
  }
}
