import { type ApiDependencies, type Call, newCall, type Via } from '#api/call/call.ts';
import { notedField, startRecording } from '#api/call/recording.ts';
import { toApiError } from '#api/call/to-api-error.ts';
import { authorize } from '#api/http/authorize.ts';
import { finishCall } from '#api/http/finish-call.ts';
import type { RealtimeClientEvent } from './realtime-events.ts';

/** Characters of a client's events that are recorded. */
const MAX_NOTED = 1_000_000;

/**
 * A session as one request of the ledger; its utterances have rows of their own. Where a person wants that, its events are
 * recorded, without the sound.
 */
export class SessionRow {
  readonly #call: Call;
  #received = '';
  #isOver = false;

  private constructor(call: Call) {
    this.#call = call;
  }

  /** `request`: its headers hold the key. One without a valid key has a row, too. @throws ApiError 401 */
  static async open(api: ApiDependencies, request: Request, via: Via): Promise<SessionRow> {
    const call = newCall(api, request, null, via);
    call.requestId = `sess_${call.requestId}`;
    call.usage.endpoint = 'realtime-session';
    try {
      call.key = await authorize(request, api.keys);
    } catch (error) {
      const { status, code } = toApiError(error);
      finishCall(call, status, code);
      throw error;
    }
    call.recording = startRecording(call);
    call.recording?.head(new Response(null, { headers: { 'content-type': 'text/event-stream' } }));
    return new SessionRow(call);
  }

  get id(): string {
    return this.#call.requestId;
  }

  get via(): Via {
    return this.#call.via;
  }

  /** Notes an event of the client, without voices. */
  received(event: RealtimeClientEvent): void {
    if (!this.#call.recording) return;
    const json = JSON.stringify(event, notedField);
    const isRoom = this.#received.length + json.length < MAX_NOTED;
    if (isRoom) this.#received += `${json}\n`;
  }

  /** Notes an event that was sent to the client. */
  sent(json: string): void {
    this.#call.recording?.event(json);
  }

  /** The session is over: its row is written, once. @param model that transcribed last */
  end(model: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const { usage, recording, api, began } = this.#call;
    usage.model = model;
    usage.totalSeconds = (api.now() - began) / 1_000;
    recording?.body(new TextEncoder().encode(this.#received));
    finishCall(this.#call, 200, null);
  }
}
