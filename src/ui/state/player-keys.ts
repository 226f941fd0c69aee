/** The player on the page, for the keys that play and seek. */
export interface KeyedPlayer {
  toggle: () => void;
  /** Seeks by some seconds. */
  skip: (seconds: number) => void;
}

let current: KeyedPlayer | null = null;

/** Connects the keys to a player. @returns a function that disconnects it. */
export function offerPlayer(player: KeyedPlayer): () => void {
  current = player;
  return () => {
    if (current === player) current = null;
  };
}

/** @returns false where the page has no player: its key then keeps its usual meaning. */
export function withPlayer(use: (player: KeyedPlayer) => void): boolean {
  if (current) use(current);
  return current !== null;
}
