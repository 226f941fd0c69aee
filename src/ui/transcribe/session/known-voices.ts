import { SAMPLE_RATE, toWav, WAV_HEADER_BYTES, wavHeader } from '#base/audio.ts';
import { blobToBase64 } from '#base/bytes.ts';
import type { AlcoveDatabase } from '#storage/database.ts';
import { storable } from '#storage/storable.ts';
import type { KnownVoice, Recording, Speaker, StoredSegment } from '#storage/transcript-records.ts';
import { knownVoicesText } from '#ui/messages/known-voices.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';

/** Seconds of a voice: fewer are too few to know it, more are not sent. */
const CLIP = { min: 2, max: 10 };
/** Voices that one request may name. */
const MAX_VOICES = 16;

/** A stretch in which a speaker speaks alone; null where all are too short. Seconds. */
export interface Clip {
  start: number;
  end: number;
}

/** The first long stretch of a speaker, else the longest: all sound before it has to be decoded. */
export function clipOf(segments: readonly StoredSegment[], speaker: string): Clip | null {
  const own = segments
    .filter((segment) => segment.speaker === speaker)
    .map(({ start, end }) => ({ start, end: Math.min(end, start + CLIP.max) }));
  const length = ({ start, end }: Clip) => end - start;
  const good = own.find((one) => length(one) >= CLIP.max / 2);
  const best =
    good ?? own.reduce<Clip | null>((a, b) => (a && length(a) >= length(b) ? a : b), null);
  return best && length(best) >= CLIP.min ? best : null;
}

/** Whether a stored clip is one of ours, and has the length of one: another would end each search for speakers. */
async function isClip(clip: Blob): Promise<boolean> {
  const bytes = clip.size - WAV_HEADER_BYTES;
  const seconds = bytes / (2 * SAMPLE_RATE);
  if (!(seconds >= CLIP.min && seconds <= CLIP.max)) return false;
  const [head, own] = await Promise.all(
    [clip.slice(0, WAV_HEADER_BYTES), new Blob([wavHeader(SAMPLE_RATE, bytes)])].map(blobToBase64),
  );
  return head === own;
}

/** Whether another voice would be too many. */
export const isFull = (voices: readonly KnownVoice[]): boolean => voices.length >= MAX_VOICES;

/** Who the labels of a live session are: names of known voices, and `A` for the first other speaker, then `B`, … */
export class SpeakerNames {
  readonly #known: readonly string[];
  /** In the order of their first words. */
  readonly #labels: string[] = [];

  constructor(known: readonly string[]) {
    this.#known = known;
  }

  /** `speaker`: 0 for who spoke first. */
  of(label = 'A'): { speaker: number; name: string } {
    if (!this.#labels.includes(label)) this.#labels.push(label);
    const speaker = this.#labels.indexOf(label);
    if (this.#known.includes(label)) return { speaker, name: label };
    let number = 0;
    for (const letter of label) number = number * 26 + (letter.charCodeAt(0) - 64);
    return { speaker, name: transcribeText.numberedSpeaker(Math.max(1, number)) };
  }
}

/** Voices that a person wants to have named in recordings to come; stored on this device alone. */
export class KnownVoices {
  readonly #database: AlcoveDatabase;

  constructor(database: AlcoveDatabase) {
    this.#database = database;
  }

  /** The oldest first. */
  list(): Promise<KnownVoice[]> {
    return this.#database.knownVoices.orderBy('addedAt').toArray();
  }

  /** Remembers a speaker by a stretch of a recording; who has the same name is replaced. @throws AudioError */
  async remember(
    { id: recordingId, name: source }: Recording,
    { name }: Speaker,
    { start, end }: Clip,
    now: number,
  ): Promise<void> {
    const file = await this.#database.recordingFiles.get(recordingId);
    if (!file) throw new Error(knownVoicesText.tooShort);
    const { cutClip } = await import('#audio/decode-audio.ts');
    const samples = await cutClip(file.data, start, end, new AbortController().signal);
    if (samples.length < CLIP.min * SAMPLE_RATE) throw new Error(knownVoicesText.tooShort);
    const voice: KnownVoice = {
      id: crypto.randomUUID(),
      ...{ name, source },
      clip: toWav(samples),
      addedAt: now,
    };
    const row = await storable(voice);
    const { knownVoices } = this.#database;
    await this.#database.transaction('rw', knownVoices, async () => {
      await knownVoices.filter((one) => one.name === name).delete();
      await knownVoices.add(row);
    });
  }

  /** Removes the voices of a name, or all of them. @returns what puts them back */
  async forget(name?: string): Promise<() => Promise<void>> {
    const { knownVoices } = this.#database;
    const rows = await this.list();
    const gone = rows.filter((one) => name === undefined || one.name === name);
    await knownVoices.bulkDelete(gone.map(({ id }) => id));
    return async () => {
      await knownVoices.bulkPut(await Promise.all(gone.map(storable)));
    };
  }

  /** Names the voices in a request for who speaks. @returns their names */
  async addTo(form: FormData): Promise<ReadonlySet<string>> {
    const fields = await this.asFields();
    for (const [field, values] of Object.entries(fields)) {
      for (const value of values) form.append(`${field}[]`, value);
    }
    return new Set(fields.known_speaker_names);
  }

  /** The voices as fields of a request or session: names, and a data URL for each. */
  async asFields() {
    const fields = { known_speaker_names: [], known_speaker_references: [] } as {
      known_speaker_names: string[];
      known_speaker_references: string[];
    };
    for (const { name, clip } of await this.list()) {
      // A backup may bring more, or something else.
      if (fields.known_speaker_names.length >= MAX_VOICES || !(await isClip(clip))) continue;
      fields.known_speaker_names.push(name);
      const data = `data:audio/wav;base64,${await blobToBase64(clip)}`;
      fields.known_speaker_references.push(data);
    }
    return fields;
  }
}
