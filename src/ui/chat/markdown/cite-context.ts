import { createContext } from 'react';

/** Opens the passage with a number; null where an answer cites nothing. */
export const CiteContext = createContext<((number: number) => void) | null>(null);

/** Whether a page of the app that an answer names in bold is a link: Guide writes about them. */
export const PagesContext = createContext(false);
