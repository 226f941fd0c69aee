/** A message of the Prompt API. */
interface LanguageModelMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
  prefix?: boolean;
}

interface Options {
  expectedInputs?: readonly { type: 'text' }[];
  expectedOutputs?: readonly { type: 'text' }[];
  samplingMode?: string;
}

/** The part of the Prompt API that is used here. @see https://webmachinelearning.github.io/prompt-api */
export interface LanguageModelStatic {
  /** On the one that this app or its package made. */
  alcove?: true;
  availability(options?: Options): Promise<string>;
  create(
    options?: Options & {
      signal?: AbortSignal;
      initialPrompts?: readonly LanguageModelMessage[];
      /** `downloadprogress` events have `loaded` between 0 and 1. */
      monitor?: (monitor: EventTarget) => void;
    },
  ): Promise<LanguageModelSession>;
}

/** The browser's own. The one that this app puts there asks the models listed here, which would ask it again. */
export function findBrowserModel(): LanguageModelStatic | null {
  const { LanguageModel: api } = globalThis as { LanguageModel?: LanguageModelStatic };
  return api?.alcove ? null : (api ?? null);
}

export interface LanguageModelSession {
  promptStreaming(
    input: readonly LanguageModelMessage[],
    options?: { signal?: AbortSignal; responseConstraint?: object },
  ): ReadableStream<string>;
  measureContextUsage?(input: readonly LanguageModelMessage[]): Promise<number>;
  readonly contextUsage?: number;
  /** Names of the two before the API was revised in 2026. */
  measureInputUsage?(input: readonly LanguageModelMessage[]): Promise<number>;
  readonly inputUsage?: number;
  destroy(): void;
}
