import { create } from 'zustand';
import type { Added, KindCounts } from '#move/added.ts';
import type { MoveFault } from '#move/move-error.ts';
import type { MoveState } from '#move/tend-link.ts';

export type MoveRole = 'send' | 'receive';

/** A person's answer to a step of an exchange without a server. */
interface TextStep {
  /** Words to show; null where the person enters them. */
  code: string | null;
  /** The text to carry to the other device; null where none is made yet. */
  text: string | null;
  fault: MoveFault | null;
  /** Gets the text of the other device; null where none is awaited. */
  answer: ((text: string) => void) | null;
  /** Whether the other device has stored everything already: it may be done without these texts. */
  isAllThere?: boolean;
}

/** The result of a move. */
interface Result {
  added: Added;
  /** Things that this device sent; null at the other one. */
  sent: KindCounts | null;
  /** A text for the device that sent, where it may not know the result. */
  receipt: string | null;
}

/** The step of a move that is shown. */
export type MoveView =
  | { step: 'preparing'; done: number; total: number }
  | { step: 'opening' }
  | { step: 'code'; code: string }
  | { step: 'enter'; fault: MoveFault | null }
  | ({ step: 'texts' } & TextStep)
  | { step: 'running'; state: MoveState; bytesPerSecond: number }
  | ({ step: 'done' } & Result)
  | { step: 'failed'; text: string; canShowNewCode: boolean };

/** The move of this page, whichever page of the app is open. */
interface Move {
  role: MoveRole;
  view: MoveView;
  /** Whether the person carries texts in place of a server. */
  byText: boolean;
  cancel: () => void;
  pause: (isPaused: boolean) => void;
  /** Makes a new code for the same data. */
  renew: () => void;
  /** Changes to texts, or back; null where no server could be used. */
  exchange: ((byText: boolean) => void) | null;
  /** Gets the words that were entered. @returns whether they are a code */
  enter: (words: string, text: string) => boolean;
}

export const useMove = create<{ move: Move | null }>(() => ({ move: null }));

export function setMove(change: Partial<Move>): void {
  const { move } = useMove.getState();
  if (move) useMove.setState({ move: { ...move, ...change } });
}

export const showStep = (view: MoveView): void => setMove({ view });

export const closeMove = (): void => useMove.setState({ move: null });
