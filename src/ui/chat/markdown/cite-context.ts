import { createContext } from 'react';

/** Opens the passage with a number; null where an answer cites nothing. */
export const CiteContext = createContext<((number: number) => void) | null>(null);
