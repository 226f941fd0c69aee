// Rows of a large library.

import type { Page } from '@playwright/test';
import { seeded } from '#base/numbers.ts';

type Row = Record<string, unknown>;

const WORDS =
  'the garden boiler insurance premium window report meeting ferry train leaves cellar printer contract piano bread oven violin choir hedge water damage lease invoice payment deadline doctor school holiday hotel luggage bicycle repair roof council letter form street market river bridge winter summer morning evening friend family money bank account tax paper pencil table chair lamp door key garage car engine wheel road map city village forest mountain lake island beach storm rain snow sun moon star light music song dance film book story news radio phone message answer question idea plan work office team project budget result number week month year today tomorrow'.split(
    ' ',
  );

const SETTINGS = {
  ...{ model: 'alcove-guide', secondModel: null, system: '', sampling: {} },
  ...{ outputSchema: '', tools: [] },
};

/** A recording of a minute that is transcribed: its sentences by their second. */
export function recordingRows(id: string, name: string, said: Readonly<Record<number, string>>) {
  const recording = {
    ...{ id, name, type: 'audio/wav', sizeBytes: 1, addedAt: 1, order: 1, state: 'done' },
    ...{ error: null, model: 'alcove-whisper', language: null, detectedLanguage: 'en' },
    ...{ translate: false, seconds: 60, windowsDone: 2, doneSeconds: 60, speakers: [] },
    ...{ leftOut: [], revision: null },
  };
  const segments = Object.entries(said).map(([second, text], i) => {
    const start = Number(second);
    const place = { id: `${id}:${i}:0`, recordingId: id, start, end: start + 5 };
    return { ...place, text, speaker: null };
  });
  return { recordings: [recording], segments };
}

/** Stores rows by their tables. A vector is made in the page, and so are the times of words, where a row asks for them. */
export async function storeRows(page: Page, tables: Readonly<Record<string, readonly Row[]>>) {
  await page.evaluate(putRows, tables);
}

/** Runs in the page. */
function putRows(tables: Readonly<Record<string, readonly Row[]>>): Promise<void> {
  const complete = ({ dimensions, hasWords, ...row }: Row): Row => {
    if (typeof dimensions === 'number') {
      row['vector'] = Float32Array.from({ length: dimensions }, () => Math.random() / 8 - 0.0625);
    }
    if (hasWords === true) {
      row['words'] = String(row['text'])
        .split(' ')
        .map((word, i) => {
          const start = Number(row['start']) + i * 0.3;
          return { word: ` ${word}`, start, end: start + 0.3, probability: 0.9 };
        });
    }
    return row;
  };
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('alcove');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const change = database.transaction(Object.keys(tables), 'readwrite');
      for (const [name, rows] of Object.entries(tables)) {
        for (const row of rows) change.objectStore(name).put(complete(row));
      }
      change.onabort = () => reject(change.error);
      change.oncomplete = () => {
        database.close();
        resolve();
      };
    };
  });
}

/** 5,000 messages in 100 chats, 300 documents of 20 passages with vectors, 100 transcripts of 40 minutes with times of words. */
export async function storeLargeLibrary(page: Page): Promise<void> {
  const random = seeded(7);
  const next = (max: number) => Math.floor(random() * max);
  // Rarer the further behind.
  const text = (words: number) =>
    Array.from({ length: words }, () => WORDS[next(next(WORDS.length) + 1)]).join(' ');
  const list = <T>(length: number, make: (at: number) => T) =>
    Array.from({ length }, (_, i) => make(i));
  await storeRows(page, {
    conversations: list(100, (at) => ({
      ...{ id: `chat-${at}`, title: text(4), named: true, pinned: false, createdAt: 1 },
      ...{ updatedAt: at, leafId: `chat-${at}-49`, settings: SETTINGS },
    })),
    messages: list(5_000, (at) => {
      const [chat, i] = [`chat-${Math.floor(at / 50)}`, at % 50];
      return {
        ...{ id: `${chat}-${i}`, conversationId: chat, createdAt: i, state: 'done' },
        ...{ parentId: i === 0 ? null : `${chat}-${i - 1}`, text: text(80) },
        role: i % 2 === 0 ? 'user' : 'assistant',
      };
    }),
    projects: [{ id: 'p', name: 'Papers', instructions: '', createdAt: 1, updatedAt: 1 }],
  });
  for (let at = 0; at < 300; at++) await storeRows(page, documentRows(at, text));
  for (let at = 0; at < 100; at++) await storeRows(page, longRecording(at, text));
}

function documentRows(at: number, text: (words: number) => string) {
  const id = `document-${at}`;
  const passages: Row[] = [];
  let whole = '';
  for (let i = 0; i < 20; i++) {
    const [start, passage] = [whole.length, `${text(110)}. `];
    whole += passage;
    passages.push({
      ...{ id: `${id}:${start}`, conversationId: 'p', documentId: id, start, end: whole.length },
      ...{ text: passage, dimensions: 256, model: 'alcove-embed', revision: '' },
    });
  }
  const document = { id, conversationId: 'p', name: `${text(3)} ${at}.pdf`, text: whole };
  return { documents: [{ ...document, createdAt: at }], passages };
}

function longRecording(at: number, text: (words: number) => string) {
  const id = `recording-${at}`;
  const { recordings } = recordingRows(id, `recording ${at}.m4a`, {});
  const long = { seconds: 2_400, windowsDone: 80, doneSeconds: 2_400, order: at, addedAt: at };
  const segments = Array.from({ length: 480 }, (_, i) => ({
    ...{ id: `${id}:${Math.floor(i / 6)}:${i % 6}`, recordingId: id, speaker: null },
    ...{ start: i * 5, end: i * 5 + 5, text: text(14), hasWords: true },
  }));
  return { recordings: recordings.map((row) => ({ ...row, ...long })), segments };
}
