import { type ApiDependencies, newCall, type Via } from '#api/call/call.ts';
import { toApiError } from '#api/call/to-api-error.ts';
import { finishCall } from '#api/http/finish-call.ts';
import { discardIfBroken } from '#api/tasks/admit.ts';
import { requireModel } from '#api/tasks/find-model.ts';
import { type KnownClip, speakersModel } from '#api/tasks/speakers.ts';
import { createResampler, type Resampler } from '#audio/resampler.ts';
import { SAMPLE_RATE } from '#base/audio.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import type { ApiError } from '#contract/api-error.ts';
import type { SpeechTask, TaskEvent } from '#engine/tasks.ts';
import { textOf } from './certain-words.ts';
import type { Listener } from './live-listener.ts';
import { LiveSpeakers, type SpeakerBounds, type Spoken } from './live-speakers.ts';
import { LiveSpeech } from './live-speech.ts';
import {
  parseRealtimeEvent,
  type RealtimeSession as RealtimeOptions,
  readPcm,
  realtimeError,
  realtimeEventId,
  tooManyCommits,
} from './realtime-events.ts';
import { SessionRow } from './session-row.ts';
import {
  changeSettings,
  DIARIZE,
  readKnown,
  type Settings,
  settingsOf,
  viewOf,
} from './session-settings.ts';
import { abandon, admitUtterance, type Item, runsOf } from './utterance.ts';

/** The other end of a session: a port, or a socket. */
export interface RealtimeChannel {
  send(text: string): void;
}

/**
 * One session of OpenAI's Realtime API for transcription. Each utterance is a request of its own for limits, usage
 * and the model's queue: between utterances the model is free for others.
 */
export class RealtimeSession {
  readonly #api: ApiDependencies;
  readonly #request: Request;
  readonly #channel: RealtimeChannel;
  #settings: Settings;
  #speech: LiveSpeech | null = null;
  #speakers: LiveSpeakers | null = null;
  #known: Promise<readonly KnownClip[]> = Promise.resolve([]);
  /** Aborted when the speech ends in between, also where its next utterance waits for a place in the queue. */
  #stop = new AbortController();
  #resampler: Resampler | null = null;
  #item: Item | null = null;
  #lastItem: string | null = null;
  readonly #row: SessionRow;

  private constructor(
    api: ApiDependencies,
    request: Request,
    channel: RealtimeChannel,
    row: SessionRow,
  ) {
    this.#api = api;
    this.#request = request;
    this.#channel = channel;
    this.#row = row;
    this.#settings = settingsOf(new URL(request.url).searchParams.get('model'));
  }

  /** `request`: its headers hold the key, its address may name the model. @throws ApiError 401 */
  static async open(
    api: ApiDependencies,
    request: Request,
    channel: RealtimeChannel,
    via: Via = 'page',
  ): Promise<RealtimeSession> {
    const row = await SessionRow.open(api, request, via);
    const session = new RealtimeSession(api, request, channel, row);
    session.#send({ type: 'session.created', session: viewOf(row.id, session.#settings) });
    return session;
  }

  /** Handles an event of the client. Failures become `error` events. */
  receive(text: string): void {
    try {
      const event = parseRealtimeEvent(text);
      if (event.type !== 'input_audio_buffer.append') this.#row.received(event);
      switch (event.type) {
        case 'session.update':
          this.#update(event.session);
          return;
        case 'input_audio_buffer.append':
          this.#append(event.audio);
          return;
        case 'input_audio_buffer.commit':
          if (this.#speech?.commit() === false) throw tooManyCommits();
          return;
        case 'input_audio_buffer.clear':
          this.#speech?.clear();
          this.#send({ type: 'input_audio_buffer.cleared' });
          return;
      }
    } catch (error) {
      this.#send(realtimeError(this.#toError(error), realtimeEventId(text)));
    }
  }

  close(): void {
    this.#endSpeech();
    this.#row.end(this.#settings.model);
  }

  #endSpeech(): void {
    this.#stop.abort();
    this.#speech?.close();
    this.#speech = null;
    this.#speakers = null;
    const item = this.#item;
    this.#item = null;
    if (item) abandon(item);
  }

  #update(session: RealtimeOptions): void {
    const next = changeSettings(this.#settings, session);
    // It is loaded with the other model.
    if (next.speakers) this.#api.engine.slot(speakersModel(this.#api)).ready.catch(() => {});
    const card = this.#modelOf(next);
    if (next.known !== this.#settings.known) {
      this.#known = readKnown(this.#api, next.known, (error) => this.#send(error));
    }
    this.#settings = next;
    this.#resampler = null;
    // An utterance in progress ends: the next one would wait for its turn.
    this.#endSpeech();
    this.#send({ type: 'session.updated', session: viewOf(this.#row.id, next) });
    // It is loaded before the first words. A failure is reported with the first utterance.
    this.#api.engine.slot(card).ready.then(
      () => this.#send({ type: 'alcove.model.ready', model: next.model }),
      () => {},
    );
  }

  #append(base64: string): void {
    this.#resampler ??= createResampler(this.#settings.rate, SAMPLE_RATE);
    this.#speech ??= this.#listen();
    const samples = this.#resampler.push(readPcm(base64));
    this.#speakers?.push(samples);
    this.#speech.push(samples);
  }

  #listen(): LiveSpeech {
    const { language, prompt, silenceMs } = this.#settings;
    const vocabulary = this.#settings.vocabulary ?? this.#api.vocabulary();
    const { can } = this.#modelOf(this.#settings);
    const options = {
      ...{ language, prompt, vocabulary, translate: false },
      withTimes: can.timestamps === true,
      withWords: can.words === true,
      silence: silenceMs === null ? null : silenceMs / 1_000,
      usedLanguages: this.#api.languages(),
    };
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    const { speakers } = this.#settings;
    this.#speakers = speakers && this.#tellApart(speakers, signal);
    return new LiveSpeech(options, this.#createListener(signal, options.withWords));
  }

  #tellApart(bounds: SpeakerBounds, signal: AbortSignal): LiveSpeakers {
    const place = { api: this.#api, request: this.#request };
    return new LiveSpeakers(place, { bounds, known: this.#known }, signal, (segment) => {
      const { itemId: item_id, ...facts } = segment;
      const type = 'conversation.item.input_audio_transcription.segment';
      this.#send({ type, item_id, content_index: 0, ...facts });
    });
  }

  /** @throws ApiError for a model that there is not, or that does not transcribe. */
  #modelOf({ model }: Settings): ModelCard {
    return requireModel(
      newCall(this.#api, this.#request, null),
      model,
      ['speech'],
      'transcription',
    );
  }

  #createListener(signal: AbortSignal, hasWords: boolean): Listener {
    const content = () => ({ item_id: this.#item?.id ?? '', content_index: 0 });
    const of = (name: string) => `conversation.item.input_audio_transcription.${name}`;
    return {
      begin: async (second) => {
        const id = `item_${this.#api.uuid()}`;
        const at = { audio_start_ms: Math.round(1_000 * second), item_id: id };
        this.#send({ type: 'input_audio_buffer.speech_started', ...at });
        this.#speakers?.begin(second);
        return this.#begin(id, second, signal);
      },
      text: (certain, provisional, until) => {
        if (certain !== '') this.#send({ type: of('delta'), ...content(), delta: certain });
        const audio_end_ms = Math.round(1_000 * until);
        const event = { type: of('provisional'), ...content(), text: provisional, audio_end_ms };
        this.#send(event);
      },
      end: (second) => {
        const { id = '' } = this.#item ?? {};
        if (this.#item) this.#item.end = second;
        const at = { audio_end_ms: Math.round(1_000 * second), item_id: id };
        this.#send({ type: 'input_audio_buffer.speech_stopped', ...at });
        const previous_item_id = this.#lastItem;
        this.#send({ type: 'input_audio_buffer.committed', previous_item_id, item_id: id });
        this.#lastItem = id;
      },
      // As at OpenAI, a commit makes an item, though nothing is said in it.
      empty: () => {
        const item_id = `item_${this.#api.uuid()}`;
        const previous_item_id = this.#lastItem;
        this.#send({ type: 'input_audio_buffer.committed', previous_item_id, item_id });
        const usage = { type: 'duration', seconds: 0 };
        this.#send({ type: of('completed'), item_id, content_index: 0, transcript: '', usage });
        this.#lastItem = item_id;
      },
      part: (words) => {
        const [first, last] = [words[0], words.at(-1)];
        if (!first || !last) return;
        this.#findSpeakers(
          { text: textOf(words), words, start: first.start, end: last.end },
          false,
        );
      },
      done: (transcript, seconds, words) => {
        const usage = { type: 'duration', seconds };
        this.#send({ type: of('completed'), ...content(), transcript, usage });
        const { start = 0, end = 0 } = this.#item ?? {};
        // Without words that are timed it is one piece; with them all of it may have been named already.
        const text = hasWords ? textOf(words) : transcript;
        this.#findSpeakers({ text, words, start: words[0]?.start ?? start, end }, true);
        this.#finish(200, null);
      },
      fail: (reason) => {
        this.#speakers?.drop();
        const error = this.#toError(reason);
        const item = this.#item;
        if (!item) {
          this.#send(realtimeError(error, null));
          return;
        }
        discardIfBroken(item.call, item.admission.slot, reason);
        const { type, code, message, param } = error;
        this.#send({ type: of('failed'), ...content(), error: { type, code, message, param } });
        this.#finish(error.status, error.code);
      },
    };
  }

  async #begin(
    id: string,
    start: number,
    signal: AbortSignal,
  ): Promise<(task: SpeechTask) => AsyncIterable<TaskEvent>> {
    const { model } = this.#settings;
    const { via } = this.#row;
    const utterance = await admitUtterance(this.#api, this.#request, { model, via }, signal);
    if (signal.aborted) abandon(utterance);
    signal.throwIfAborted();
    this.#item = { id, start, end: start, ...utterance };
    return runsOf(utterance, signal);
  }

  /** Of the utterance in progress. A failure is reported, and the text continues without speakers. */
  #findSpeakers(spoken: Omit<Spoken, 'itemId'>, isOver: boolean): void {
    const itemId = this.#item?.id ?? '';
    const speakers = this.#speakers;
    speakers?.read({ itemId, ...spoken }, isOver).catch((reason: unknown) => {
      // The settings were changed since.
      if (this.#speakers !== speakers) return;
      this.#speakers = null;
      const { error } = realtimeError(this.#toError(reason), null);
      this.#send({ type: 'error', error: { ...error, param: DIARIZE } });
    });
  }

  #finish(status: number, code: string | null): void {
    const item = this.#item;
    this.#item = null;
    item?.admission.turn.leave();
    if (item) finishCall(item.call, status, code);
  }

  #toError(reason: unknown): ApiError {
    const error = toApiError(reason);
    if (error.status >= 500) this.#api.report(reason);
    return error;
  }

  #send(event: { type: string } & Record<string, unknown>): void {
    const json = JSON.stringify({ event_id: `event_${this.#api.uuid()}`, ...event });
    this.#channel.send(json);
    this.#row.sent(json);
  }
}
