/** The player on the page, for the keys that play and seek. */
export interface KeyedPlayer {
  toggle: () => void;
  /** Seeks by some seconds. */
  skip: (seconds: number) => void;
}

/** The last one has the keys: a text that is read aloud over a recording, say. */
const players: KeyedPlayer[] = [];

/** Connects the keys to a player. @returns a function that disconnects it. */
export function offerPlayer(player: KeyedPlayer): () => void {
  players.push(player);
  return () => {
    if (players.includes(player)) players.splice(players.indexOf(player), 1);
  };
}

/** @returns false where the page has no player: its key then keeps its usual meaning. */
export function withPlayer(use: (player: KeyedPlayer) => void): boolean {
  const current = players.at(-1);
  if (current) use(current);
  return current !== undefined;
}
