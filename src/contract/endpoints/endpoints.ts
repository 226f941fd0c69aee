import { audioReasoning, speech, transcriptions, translations } from './audio.ts';
import { batch, cancelBatch, createBatch, listBatches } from './batches.ts';
import { chatCompletions } from './chat-completions.ts';
import { completions } from './completions.ts';
import { embeddings } from './embeddings.ts';
import type { Endpoint } from './endpoint.ts';
import { deleteFile, file, fileContent, listFiles, uploadFile } from './files.ts';
import { countMessageTokens, messages } from './messages.ts';
import { model, models } from './models.ts';
import { ocr } from './ocr.ts';
import { rerank } from './rerank.ts';
import {
  cancelResponse,
  countInputTokens,
  deleteResponse,
  inputItemsOfResponse,
  responses,
  storedResponse,
} from './responses.ts';

import {
  addVectorStoreFile,
  cancelFileBatch,
  changeVectorStore,
  changeVectorStoreFile,
  createFileBatch,
  createVectorStore,
  deleteVectorStore,
  deleteVectorStoreFile,
  fileBatch,
  fileBatchFiles,
  getVectorStoreFile,
  listVectorStoreFiles,
  listVectorStores,
  searchVectorStore,
  vectorStore,
  vectorStoreFileText,
} from './vector-stores.ts';

/**
 * Every endpoint of the service, in the order of the reference. The router, `/openapi.json`, the
 * playground, the code samples and the README's table are made from it; a new endpoint is one
 * record here and one handler in the API.
 */
export const ENDPOINTS = [
  chatCompletions,
  responses,
  countInputTokens,
  storedResponse,
  deleteResponse,
  inputItemsOfResponse,
  cancelResponse,
  messages,
  countMessageTokens,
  completions,
  embeddings,
  rerank,
  ocr,
  speech,
  transcriptions,
  translations,
  audioReasoning,
  uploadFile,
  listFiles,
  file,
  deleteFile,
  fileContent,
  createVectorStore,
  listVectorStores,
  vectorStore,
  changeVectorStore,
  deleteVectorStore,
  searchVectorStore,
  addVectorStoreFile,
  listVectorStoreFiles,
  getVectorStoreFile,
  changeVectorStoreFile,
  deleteVectorStoreFile,
  vectorStoreFileText,
  createFileBatch,
  fileBatch,
  cancelFileBatch,
  fileBatchFiles,
  createBatch,
  listBatches,
  batch,
  cancelBatch,
  models,
  model,
] as const satisfies readonly Endpoint[];

export type EndpointName = (typeof ENDPOINTS)[number]['name'];
