import { foldCase } from '#base/words.ts';
import { TranscriptEdits } from '#storage/transcript-edits.ts';
import type { Recording } from '#storage/transcript-records.ts';
import type { Transcripts } from '#storage/transcripts.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import { findIn } from './edit-segments.ts';

/** A place in a transcript with a few words around it. */
interface TranscriptHit {
  /** Unique among the hits. */
  id: string;
  /** Seconds. */
  start: number;
  before: string;
  match: string;
  after: string;
}

export interface FoundRecording {
  recording: Recording;
  /** The first hits in the order of time. */
  hits: TranscriptHit[];
  /** All of them. */
  count: number;
  isNameFound: boolean;
}

/** Hits shown of one recording. */
const MAX_HITS = 5;
/** Characters shown around a hit. */
const BEFORE = 40;
const AFTER = 80;

/** The recordings whose name or words hold a text, in sequence, last added first. */
export async function* searchTranscripts(
  transcripts: Transcripts,
  store: SessionPorts['store'],
  text: string,
): AsyncGenerator<FoundRecording> {
  const wanted = foldCase(text.trim());
  if (wanted === '') return;
  const edits = new TranscriptEdits(store.database);
  for (const recording of (await transcripts.list()).reverse()) {
    const hits: TranscriptHit[] = [];
    for await (const segments of edits.read(recording.id)) {
      for (const { id, start, text: said } of segments) {
        for (const at of findIn(said, wanted)) {
          hits.push({ id: `${id}:${at}`, start, ...around(said, at, wanted.length) });
        }
      }
    }
    const isNameFound = findIn(recording.name, wanted).length > 0;
    if (hits.length === 0 && !isNameFound) continue;
    hits.sort((a, b) => a.start - b.start);
    yield { recording, hits: hits.slice(0, MAX_HITS), count: hits.length, isNameFound };
  }
}

function around(text: string, at: number, length: number) {
  const from = Math.max(0, at - BEFORE);
  const to = at + length + AFTER;
  const before = text.slice(from, at);
  return {
    before: from > 0 ? `…${before.replace(/^\S*\s/, '')}` : before.trimStart(),
    match: text.slice(at, at + length),
    after: `${text.slice(at + length, to)}${to < text.length ? '…' : ''}`,
  };
}
