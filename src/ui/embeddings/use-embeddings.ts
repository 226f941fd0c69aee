import { useStore } from 'zustand';
import { useSession } from '#ui/services.ts';
import { EmbeddingSession } from './session/embedding-session.ts';
import type { EmbeddingsState } from './session/embeddings-state.ts';

export function useEmbeddingSession(): EmbeddingSession {
  return useSession(EmbeddingSession);
}

/** A part of the state of the page, kept up to date. */
export function useEmbeddings<T>(select: (state: EmbeddingsState) => T): T {
  return useStore(useEmbeddingSession().state, select);
}
