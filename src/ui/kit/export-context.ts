import { createContext } from 'react';

/** Writes all data of this browser into a file; null where nothing offers it. */
export const ExportContext = createContext<(() => Promise<void>) | null>(null);
