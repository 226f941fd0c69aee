import { isRecord } from '#base/guards.ts';
import { deferred } from '#base/promises.ts';
import { type Meeting, Opening, Reply, WRONG_CODE } from './handshake.ts';
import { MoveError } from './move-error.ts';
import { SealedLink } from './sealed-link.ts';
import { channelWire, type Wire } from './wire.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Milliseconds in which a device answers a step of the handshake. */
const STEP_MS = 20_000;
/** Milliseconds to list the addresses of this device, and for a direct connection to open. */
const GATHER_MS = 2_000;
const OPEN_MS = 8_000;
const CHANNEL = 'alcove-move';
/** Characters of a description of a connection: of a data channel it has about a thousand. */
const MAX_SDP = 16_384;

/** How the two devices are connected. */
export type Path = 'direct' | 'server';

export interface Connection {
  link: SealedLink;
  path: Path;
  meeting: Meeting;
}

/** Absent where the browser has none, and in offline mode. */
const canConnect = () => typeof RTCPeerConnection === 'function';

/**
 * Proves the secret over a wire of the own server, then connects directly where the network allows it. `onMeeting`: from now on the
 * other device may hold the secret of this meeting; that it does is certain with the result. @throws MoveError
 */
export async function connectAsSender(
  wire: Wire,
  secret: Bytes,
  onMeeting: (meeting: Meeting) => Promise<void> = async () => {},
): Promise<Connection> {
  const opening = new Opening(secret);
  wire.send(opening.message);
  const reply = await within(STEP_MS, wire.receive(), wire);
  const read = await opening.read(reply).catch((error: unknown) => {
    // It counts as a guess whether the other device stays for the answer or not.
    if (error instanceof MoveError && error.fault === 'wrong-code') sendIfOpen(wire, WRONG_CODE);
    throw error;
  });
  wire.send(read.confirm);
  const { meeting } = read;
  await onMeeting(meeting);
  const link = new SealedLink(wire, await meeting.keys('server'));
  const direct = await offerDirect(link, meeting).catch((error: unknown) => {
    if (error instanceof MoveError) throw error;
    return null;
  });
  const connection: Connection = direct ?? { link, path: 'server', meeting };
  try {
    await link.sendControl({ type: 'path', path: connection.path });
    // Without it this device does not know which secret the other one would come back with.
    controlOf(await within(STEP_MS, connection.link.receive(), connection.link), 'ready');
    return connection;
  } catch (error) {
    connection.link.close();
    throw error;
  }
}

function sendIfOpen(wire: Wire, bytes: Bytes): void {
  try {
    wire.send(bytes);
  } catch (error) {
    if (!(error instanceof MoveError)) throw error;
  }
}

async function offerDirect(link: SealedLink, meeting: Meeting): Promise<Connection | null> {
  if (!canConnect()) return null;
  const offer = await DirectOffer.make();
  try {
    await link.sendControl({ type: 'offer', sdp: offer.sdp });
    const answer = await within(STEP_MS, link.receive(), link);
    const { sdp } = controlOf(answer, 'answer');
    const isAnswer = typeof sdp === 'string' && sdp.length <= MAX_SDP;
    if (isAnswer) return await offer.open(sdp, meeting).catch(() => null);
  } catch (error) {
    offer.close();
    throw error;
  }
  offer.close();
  return null;
}

/** The other end of `connectAsSender`. @throws MoveError */
export async function connectAsReceiver(wire: Wire, secret: Bytes): Promise<Connection> {
  const reply = await Reply.to(await within(STEP_MS, wire.receive(), wire), secret);
  wire.send(reply.message);
  const meeting = reply.read(await within(STEP_MS, wire.receive(), wire));
  const link = new SealedLink(wire, await meeting.keys('server'));
  const made: { answer: DirectAnswer | null } = { answer: null };
  try {
    const path = await answerDirect(link, made);
    const { answer } = made;
    if (path === 'direct' && answer) return await ready(await answer.open(meeting));
    answer?.close();
    return await ready({ link, path: 'server', meeting });
  } catch (error) {
    made.answer?.close();
    throw error;
  }
}

/** Answers the offer of the other device. @returns the path that it found */
async function answerDirect(link: SealedLink, made: { answer: DirectAnswer | null }) {
  for (let hasAnswered = false; ; hasAnswered = true) {
    const frame = await within(STEP_MS, link.receive(), link);
    const { type, sdp, path } = controlOf(frame);
    if (type === 'path') return path;
    if (type !== 'offer' || hasAnswered) throw new MoveError('changed');
    made.answer = canConnect() ? await DirectAnswer.to(sdp).catch(() => null) : null;
    await link.sendControl({ type: 'answer', sdp: made.answer?.sdp ?? null });
  }
}

/** Says that this device comes back with the secret of this meeting. */
async function ready(connection: Connection): Promise<Connection> {
  try {
    await connection.link.sendControl({ type: 'ready' });
    return connection;
  } catch (error) {
    connection.link.close();
    throw error;
  }
}

/** A connection that this device offers; no server is asked for addresses. */
export class DirectOffer {
  readonly sdp: string;
  readonly #connection: RTCPeerConnection;
  readonly #channel: RTCDataChannel;

  private constructor(connection: RTCPeerConnection, channel: RTCDataChannel, sdp: string) {
    this.#connection = connection;
    this.#channel = channel;
    this.sdp = sdp;
  }

  static async make(): Promise<DirectOffer> {
    const connection = new RTCPeerConnection({ iceServers: [] });
    return closedOnError(connection, async () => {
      const channel = connection.createDataChannel(CHANNEL);
      await connection.setLocalDescription(await connection.createOffer());
      return new DirectOffer(connection, channel, await gathered(connection));
    });
  }

  /** @throws MoveError where it does not open. `wait`: milliseconds. */
  async open(sdp: string, meeting: Meeting, wait = OPEN_MS): Promise<Connection> {
    const wire = channelWire(this.#channel, this.#connection);
    try {
      await this.#connection.setRemoteDescription({ type: 'answer', sdp });
      await opened(this.#channel, wait);
    } catch (error) {
      this.close();
      throw new MoveError('no-way', { cause: error });
    }
    return direct(wire, meeting);
  }

  close(): void {
    this.#connection.close();
  }
}

/** The answer to an offer. */
export class DirectAnswer {
  readonly sdp: string;
  readonly #connection: RTCPeerConnection;
  readonly #channel: Promise<{ channel: RTCDataChannel; wire: Wire }>;

  private constructor(
    connection: RTCPeerConnection,
    channel: Promise<{ channel: RTCDataChannel; wire: Wire }>,
    sdp: string,
  ) {
    this.#connection = connection;
    this.#channel = channel;
    this.sdp = sdp;
  }

  /** `sdp` is of the other device: the browser parses it. */
  static async to(sdp: unknown): Promise<DirectAnswer> {
    if (typeof sdp !== 'string' || sdp.length > MAX_SDP) throw new MoveError('changed');
    const connection = new RTCPeerConnection({ iceServers: [] });
    const channel = new Promise<{ channel: RTCDataChannel; wire: Wire }>((resolve) => {
      connection.addEventListener(
        'datachannel',
        // Messages may come in the same moment.
        ({ channel: found }) => resolve({ channel: found, wire: channelWire(found, connection) }),
        { once: true },
      );
    });
    return closedOnError(connection, async () => {
      await connection.setRemoteDescription({ type: 'offer', sdp });
      await connection.setLocalDescription(await connection.createAnswer());
      return new DirectAnswer(connection, channel, await gathered(connection));
    });
  }

  async open(meeting: Meeting, wait = OPEN_MS): Promise<Connection> {
    try {
      const { channel, wire } = await timed(wait, this.#channel);
      await opened(channel, wait);
      return await direct(wire, meeting);
    } catch (error) {
      this.close();
      throw new MoveError('cut', { cause: error });
    }
  }

  close(): void {
    this.#connection.close();
  }
}

async function closedOnError<T>(connection: RTCPeerConnection, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    connection.close();
    throw error;
  }
}

async function direct(wire: Wire, meeting: Meeting): Promise<Connection> {
  return { link: new SealedLink(wire, await meeting.keys('direct')), path: 'direct', meeting };
}

/** The description with the addresses that were found in time. */
async function gathered(connection: RTCPeerConnection): Promise<string> {
  await new Promise<void>((resolve) => {
    const check = () => {
      if (connection.iceGatheringState === 'complete') resolve();
    };
    connection.addEventListener('icegatheringstatechange', check);
    setTimeout(resolve, GATHER_MS);
    check();
  });
  return connection.localDescription?.sdp ?? '';
}

function opened(channel: RTCDataChannel, wait: number): Promise<void> {
  const opening = new Promise<void>((resolve, reject) => {
    if (channel.readyState === 'open') resolve();
    channel.addEventListener('open', () => resolve(), { once: true });
    channel.addEventListener('close', () => reject(new MoveError('no-way')), { once: true });
  });
  return timed(wait, opening);
}

function timed<T>(ms: number, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = deferred<never>();
  const timer = setTimeout(() => reject(new MoveError('no-way')), ms);
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Ends a wire on which nothing comes. */
async function within<T>(ms: number, promise: Promise<T>, wire: { close(): void }): Promise<T> {
  const timer = setTimeout(() => wire.close(), ms);
  return promise.finally(() => clearTimeout(timer));
}

/** The fields of a frame of control. @throws MoveError where it is another. */
export function controlOf(
  frame: { kind: string; value?: unknown },
  type?: string,
): Record<string, unknown> {
  const { value } = frame;
  if (frame.kind !== 'control' || !isRecord(value)) throw new MoveError('changed');
  if (type !== undefined && value['type'] !== type) throw new MoveError('changed');
  return value;
}
