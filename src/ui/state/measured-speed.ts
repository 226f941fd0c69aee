import { create } from 'zustand';

/** Tokens a second that each model last wrote on this device. */
type Speeds = Readonly<Record<string, number>>;

const NAME = 'alcove-speeds';
/** Models whose speed is remembered; the oldest are dropped. */
const MAX_MODELS = 50;
/** Shorter answers say little of a model's speed. */
const MIN_TOKENS = 8;

export const useMeasuredSpeed = create<Speeds>(read);

function read(): Speeds {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(NAME) ?? '{}');
    const found = Object.entries(stored ?? {}).filter(
      ([, speed]) => typeof speed === 'number' && speed > 0 && Number.isFinite(speed),
    );
    return Object.fromEntries(found.slice(-MAX_MODELS));
  } catch {
    return {};
  }
}

/** Remembers how fast a model wrote its last answer. */
export function noteSpeed(model: string, tokensPerSecond: number, tokens: number): void {
  if (tokens < MIN_TOKENS || !Number.isFinite(tokensPerSecond) || tokensPerSecond <= 0) return;
  useMeasuredSpeed.setState({ [model]: Math.round(tokensPerSecond * 10) / 10 });
  const entries = Object.entries(useMeasuredSpeed.getState());
  try {
    localStorage.setItem(NAME, JSON.stringify(Object.fromEntries(entries.slice(-MAX_MODELS))));
  } catch {
    // A full or closed store costs a figure.
  }
}
