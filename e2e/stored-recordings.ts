import type { Page } from '@playwright/test';

/** Stores recordings of sound that repeats nowhere, as the app does. */
export async function addRecordings(page: Page, sizes: readonly number[]): Promise<void> {
  await page.evaluate(async (megabytes) => {
    const open = indexedDB.open('alcove');
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      open.onsuccess = () => resolve(open.result);
      open.onerror = () => reject(open.error as Error);
    });
    for (const [i, size] of megabytes.entries()) {
      const parts: Blob[] = [];
      for (let at = 0; at < size; at += 4) {
        const bytes = new Uint32Array(1_048_576);
        let state = i * 7919 + at + 1;
        for (let j = 0; j < bytes.length; j++) {
          state = Math.imul(state, 1664525) + 1013904223;
          bytes[j] = state;
        }
        parts.push(new Blob([bytes]));
      }
      const data = new Blob(parts, { type: 'audio/wav' });
      const write = database.transaction(['recordings', 'recordingFiles'], 'readwrite');
      const recording = {
        id: `r${i}`,
        name: `talk-${i}.wav`,
        type: 'audio/wav',
        sizeBytes: data.size,
        addedAt: i,
        order: i,
        state: 'done',
        error: null,
        model: 'alcove-whisper',
        language: null,
        detectedLanguage: null,
        translate: false,
        seconds: 1,
        windowsDone: 1,
        doneSeconds: 1,
        speakers: [],
        leftOut: [],
      };
      write.objectStore('recordings').put(recording);
      write.objectStore('recordingFiles').put({ id: `r${i}`, data });
      await new Promise((resolve, reject) => {
        write.oncomplete = resolve;
        write.onabort = () => reject(write.error as Error);
      });
    }
    database.close();
  }, sizes);
}

/** One hash per recording, made of the hashes of its pieces. */
export function hashRecordings(page: Page): Promise<Record<string, string>> {
  return page.evaluate(async () => {
    const open = indexedDB.open('alcove');
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      open.onsuccess = () => resolve(open.result);
      open.onerror = () => reject(open.error as Error);
    });
    const request = database.transaction('recordingFiles').objectStore('recordingFiles').getAll();
    const rows = await new Promise<{ id: string; data: Blob }[]>((resolve) => {
      request.onsuccess = () => resolve(request.result);
    });
    const hashes: Record<string, string> = {};
    for (const { id, data } of rows) {
      const digests: ArrayBuffer[] = [];
      for (let i = 0; i < data.size; i += 8_000_000) {
        const piece = await data.slice(i, i + 8_000_000).arrayBuffer();
        digests.push(await crypto.subtle.digest('SHA-256', piece));
      }
      const whole = await crypto.subtle.digest('SHA-256', await new Blob(digests).arrayBuffer());
      const hex = [...new Uint8Array(whole)].map((b) => b.toString(16).padStart(2, '0')).join('');
      hashes[id] = `${data.type} ${data.size} ${hex}`;
    }
    database.close();
    return hashes;
  });
}

interface StoredTranscript {
  id: string;
  /** An MP3, or another file that the browser reads, base64. */
  sound: string;
  segments: readonly { start: number; end: number; text: string; speaker?: string }[];
  speakers?: readonly { id: string; name: string }[];
}

/** Stores a recording with its transcript, as the app does. */
export async function addTranscript(page: Page, transcript: StoredTranscript): Promise<void> {
  await page.evaluate(async ({ id, sound, segments, speakers = [] }) => {
    const data = new Blob([Uint8Array.from(atob(sound), (c) => c.charCodeAt(0))]);
    const seconds = Math.max(...segments.map(({ end }) => end)) + 1;
    const open = indexedDB.open('alcove');
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      open.onsuccess = () => resolve(open.result);
      open.onerror = () => reject(open.error as Error);
    });
    const tables = ['recordings', 'recordingFiles', 'segments'];
    const write = database.transaction(tables, 'readwrite');
    write.objectStore('recordings').put({
      id,
      ...{ name: `${id}.mp3`, type: 'audio/mpeg', sizeBytes: data.size },
      ...{ addedAt: 1, order: 1, state: 'done', error: null, model: 'alcove-whisper' },
      ...{ language: 'en', detectedLanguage: 'en', translate: false, seconds },
      ...{ windowsDone: 1, doneSeconds: seconds, speakers, leftOut: [], revision: null },
    });
    write.objectStore('recordingFiles').put({ id, data });
    for (const [i, segment] of segments.entries()) {
      const row = { id: `${id}:0:${i}`, recordingId: id, speaker: null, ...segment };
      write.objectStore('segments').put(row);
    }
    await new Promise((resolve, reject) => {
      write.oncomplete = resolve;
      write.onabort = () => reject(write.error as Error);
    });
    database.close();
  }, transcript);
}
