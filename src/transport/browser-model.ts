/**
 * The language model that a browser brings along exists in windows only: the page that runs the host asks it, over a
 * port. Every call has a port of its own, on which the page answers; a message of the host on it ends the call.
 */

export interface BrowserPrompt {
  /** A system message can only be the first; the last is answered, or continued where it is the assistant's. */
  messages: readonly { role: 'system' | 'user' | 'assistant'; content: string }[];
  samplingMode: 'most-predictable' | 'predictable' | 'balanced' | 'creative' | 'most-creative';
  /** JSON Schema of the answer; null for text. */
  schema: Record<string, unknown> | null;
}

export type BrowserCall =
  | { type: 'availability' }
  /** Makes the model ready to answer. */
  | { type: 'load' }
  | { type: 'count'; prompt: BrowserPrompt }
  | { type: 'run'; prompt: BrowserPrompt }
  /** Ends what `load` made ready. */
  | { type: 'close' };

/** `unavailable`: there is none, or not for this device. `downloadable`: the browser fetches it when a person asks. */
export type BrowserAvailability = 'unavailable' | 'downloadable' | 'downloading' | 'available';

export type BrowserAnswer =
  | { type: 'availability'; availability: BrowserAvailability }
  | { type: 'ready' }
  | { type: 'count'; tokens: number }
  | { type: 'start'; promptTokens: number }
  | { type: 'text'; text: string }
  | { type: 'end'; completionTokens: number }
  /** `quota` and `requested`: tokens, where the context was too small. */
  | {
      type: 'error';
      name: string;
      message: string;
      quota: number | null;
      requested: number | null;
    };

/** Host to page. */
export interface BrowserCallMessage {
  call: BrowserCall;
  port: MessagePort;
}
