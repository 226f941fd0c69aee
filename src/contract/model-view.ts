import type { Boundary } from './boundary.ts';

/** A model as it can be chosen. Sizes in bytes. */
export interface ModelView {
  id: string;
  title: string;
  summary: string;
  task: 'chat' | 'embeddings' | 'speech' | 'audio-chat' | 'rerank' | 'voice' | 'speakers' | 'ocr';
  licence: string;
  contextTokens: number;
  completionTokens: number;
  downloadBytes: number;
  memoryBytes: number;
  dimensions: readonly number[];
  /** Which files it is of; vectors of another revision cannot be compared with its own. */
  revision?: string;
  /** Languages of speech or text, ISO-639-1; empty when unknown. */
  languages: readonly string[];
  /** Voices it speaks with, the first by default; for models that speak. */
  voices?: readonly string[];
  /** The temperature it answers best at; absent where the service's default is fine. */
  temperature?: number;
  /** Whether it repeats itself without an end where nothing prevents it; absent where it does not. */
  repeatsItself?: true;
  /** All it knows, for a model of one purpose: this app. */
  scope?: 'app';
  can: { tools: boolean; json: boolean; images: boolean; audio: boolean };
  /** Whether the browser brought it along: its maker decides what it is. */
  isBrowsers?: true;
  /** Where it answers, for a model beyond this device. */
  boundary?: Boundary;
}
