import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deferred } from '#base/promises.ts';
import { MemoryRooms, type Network } from '#testing/memory-rooms.ts';
import type { Added } from './added.ts';
import { newCode } from './code-words.ts';
import { connectAsReceiver, connectAsSender } from './connect.ts';
import { Opening, Reply } from './handshake.ts';
import { receiverInRoom, senderInRoom } from './meet.ts';
import type { MoveError } from './move-error.ts';
import { type Incoming, receiveFile } from './receive-file.ts';
import { sendFile } from './send-file.ts';
import { Course, type MoveState } from './tend-link.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const ID = 'ab'.repeat(32);
const MIB = 1_048_576;

/** Bytes that repeat nowhere. */
function noise(size: number): Bytes {
  const bytes = new Uint8Array(size);
  for (let i = 0; i < size; i += 65_536) crypto.getRandomValues(bytes.subarray(i, i + 65_536));
  return bytes;
}

/** A disk that survives reloads. */
class Disk {
  readonly files = new Map<string, Bytes[]>();
  appended = 0;

  open = async (id: string): Promise<Incoming> => {
    const parts = this.files.get(id) ?? [];
    this.files.set(id, parts);
    const disk = this;
    return {
      get at() {
        return parts.reduce((sum, { length }) => sum + length, 0);
      },
      async append(bytes) {
        disk.appended += bytes.length;
        parts.push(bytes.slice());
      },
      file: async () => new File(parts, 'moved'),
      discard: async () => void disk.files.delete(id),
    };
  };
}

let rooms: MemoryRooms;
let disk: Disk;
let added: Blob[];
beforeEach(() => {
  rooms = new MemoryRooms();
  disk = new Disk();
  added = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ADDED: Added = {
  added: 12,
  present: 3,
  unreadable: 0,
  kinds: { chats: 2, messages: 9, projects: 0, recordings: 4, textSets: 0 },
};

const never = () => ({ signal: new AbortController().signal });

interface Ends {
  data: Bytes | Blob;
  code?: ReturnType<typeof newCode>;
  typed?: ReturnType<typeof newCode>;
  onState?: (state: MoveState, course: Course) => void;
  add?: (file: File) => Promise<Added>;
  signal?: AbortSignal;
}

function begin({ data, code = newCode(), typed = code, onState, add, signal }: Ends) {
  const waiting = deferred<void>();
  const sending = new Course((state) => onState?.(state, sending));
  const until = { ...never(), ...(signal && { signal }) };
  const file = { id: ID, data: data instanceof Blob ? data : new Blob([data]) };
  const sent = sendFile(
    file,
    sending,
    senderInRoom(code, rooms.open, waiting.resolve),
    until.signal,
  );
  sent.catch(() => {});
  const receiving = new Course(() => {});
  const received = waiting.promise.then(() =>
    receiveFile({
      course: receiving,
      connect: receiverInRoom(typed, rooms.open),
      ...until,
      open: disk.open,
      add:
        add ??
        (async (whole) => {
          added.push(whole);
          return ADDED;
        }),
    }),
  );
  received.catch(() => {});
  return { sent, received, sending, receiving };
}

async function isWhole(data: Bytes): Promise<boolean> {
  const [only] = added;
  return (
    added.length === 1 && Buffer.from(data).equals(Buffer.from(await (only as Blob).arrayBuffer()))
  );
}

test('moves a file, adds it once, and reports the counts at both ends', async () => {
  const data = noise(5 * MIB + 17);
  const { sent, received, sending } = begin({ data });
  expect([await sent, await received]).toEqual([ADDED, ADDED]);
  expect(await isWhole(data)).toBe(true);
  expect(disk.files.size).toBe(0);
  expect(sending.state).toMatchObject({ done: data.length, path: 'server', cuts: 0 });
});

test('nothing of the data is in what the network passes on', async () => {
  const data = new Uint8Array(2 * MIB).fill(65);
  const seen: Bytes[] = [];
  rooms.network = (bytes) => {
    seen.push(bytes);
    return bytes;
  };
  const code = newCode();
  const { sent } = begin({ data, code });
  await sent;
  const all = Buffer.concat(seen);
  expect(all.length).toBeGreaterThan(data.length);
  expect(all.includes('AAAAAAAA')).toBe(false);
  for (const word of code.secret.split('-')) expect(all.includes(word)).toBe(false);
});

/** Cuts the connection when this many bytes have passed since the last cut. */
function cutting(places: number[]): Network {
  let passed = 0;
  return (bytes) => {
    passed += bytes.length;
    const [next] = places;
    if (next === undefined || passed < next) return bytes;
    places.shift();
    passed = 0;
    return 'cut';
  };
}

test('five cuts: resumes, with nothing twice and nothing lost', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 });
  const data = noise(12 * MIB);
  rooms.network = cutting([2 * MIB, 3 * MIB, 1.5 * MIB, 2.2 * MIB, 4 * MIB]);
  const { sent, received, sending, receiving } = begin({ data });
  expect([await sent, await received]).toEqual([ADDED, ADDED]);
  expect(await isWhole(data)).toBe(true);
  expect([sending.state.cuts, receiving.state.cuts]).toEqual([5, 5]);
  expect(disk.appended).toBe(data.length);
  // Not the words again: a name and a secret that only the two have.
  expect(new Set(rooms.opened.slice(1)).size).toBeGreaterThan(0);
  for (const room of rooms.opened.slice(1)) expect(room).toMatch(/^[\da-f]{32}$/);
}, 30_000);

/** Cuts the connection at one frame of an end, counted from when it is wanted. */
function cuttingFrame(by: 'first' | 'second', number: number): Network {
  let seen = 0;
  return (bytes, from) => (from === by && ++seen === number ? 'cut' : bytes);
}

/** The steps that settle a meeting: the path of the sender, and the word of the receiver that it has it. */
const LAST_FRAMES = [
  ['first', 3],
  ['second', 2],
] as const;

for (const [by, number] of LAST_FRAMES) {
  test(`the words stay good when the last frame of the ${by} device of the first meeting is lost`, async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 });
    const data = noise(MIB);
    const code = newCode();
    rooms.network = cuttingFrame(by, number);
    const { sent, received } = begin({ data, code });
    if (by === 'first') {
      await expect(received).rejects.toMatchObject({ fault: 'no-way' });
      await expect.poll(() => rooms.opened.filter((room) => room === code.room).length).toBe(2);
      await receiveFile({
        course: new Course(() => {}),
        connect: receiverInRoom(code, rooms.open),
        signal: new AbortController().signal,
        open: disk.open,
        add: async (whole) => {
          added.push(whole);
          return ADDED;
        },
      });
    } else expect(await received).toEqual(ADDED);
    expect(await sent).toEqual(ADDED);
    expect(await isWhole(data)).toBe(true);
  }, 30_000);

  test(`the devices find each other when the last frame of the ${by} device of a later meeting is lost`, async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 });
    const data = noise(6 * MIB);
    const cut = cutting([2 * MIB]);
    let isAgain = false;
    const cutAgain = cuttingFrame(by, number);
    rooms.network = (bytes, from) => {
      if (isAgain) return cutAgain(bytes, from);
      const passed = cut(bytes, from);
      isAgain = passed === 'cut';
      return passed;
    };
    const { sent, received, sending } = begin({ data });
    expect([await sent, await received]).toEqual([ADDED, ADDED]);
    expect(await isWhole(data)).toBe(true);
    expect(sending.state.cuts).toBe(1);
    // The first secret room, then it and the next one, and no third.
    expect(new Set(rooms.opened).size).toBeLessThanOrEqual(4);
  }, 30_000);
}

test('a cut while the data is added does not add it twice', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 });
  const data = noise(MIB);
  let isAdding = false;
  let cuts = 0;
  rooms.network = (bytes) => {
    if (!isAdding || cuts > 2) return bytes;
    cuts++;
    return 'cut';
  };
  const add = vi.fn(async () => {
    isAdding = true;
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    return ADDED;
  });
  const { sent, received } = begin({ data, add });
  expect([await sent, await received]).toEqual([ADDED, ADDED]);
  expect(add).toHaveBeenCalledOnce();
  expect(cuts).toBeGreaterThan(1);
}, 30_000);

test('a receiver that was reloaded resumes with a new code from its stored bytes', async () => {
  const data = noise(6 * MIB);
  const first = new AbortController();
  const cut = cutting([3 * MIB]);
  let isDown = false;
  rooms.network = (bytes, from) => {
    const passed = isDown ? 'cut' : cut(bytes, from);
    isDown ||= passed === 'cut';
    return passed;
  };
  const before = begin({ data, signal: first.signal });
  await expect.poll(() => before.receiving.state.cuts).toBeGreaterThan(0);
  const parts = [...(disk.files.get(ID) ?? [])];
  first.abort();
  await expect(before.received).rejects.toThrow();
  // A reload discards nothing: it ends the page before it can.
  disk.files.set(ID, parts);
  const stored = disk.appended;
  expect(stored).toBeGreaterThanOrEqual(MIB);
  rooms.network = (bytes) => bytes;
  const { sent } = begin({ data });
  expect(await sent).toEqual(ADDED);
  expect(await isWhole(data)).toBe(true);
  expect(disk.appended).toBe(data.length);
});

test('pauses from either end, and resumes', async () => {
  const data = noise(12 * MIB);
  let hasPaused = false;
  const ends = begin({
    data,
    onState: (state, course) => {
      if (hasPaused || state.done < 2 * MIB) return;
      hasPaused = true;
      course.pause(true);
    },
  });
  const { sending, receiving, sent } = ends;
  await expect.poll(() => receiving.state.isPausedThere).toBe(true);
  await expect.poll(() => sending.state.done).toBeGreaterThan(0);
  const stopped = disk.appended;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(disk.appended).toBeLessThanOrEqual(stopped + 4 * MIB);
  expect(disk.appended).toBeLessThan(data.length);
  sending.pause(false);
  receiving.pause(true);
  await expect.poll(() => sending.state.isPausedThere).toBe(true);
  receiving.pause(false);
  expect(await sent).toEqual(ADDED);
  expect(await isWhole(data)).toBe(true);
});

test('a wrong code opens nothing, and after three the code works no more', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 });
  const code = newCode();
  const seen: Bytes[] = [];
  rooms.network = (bytes, from) => {
    if (from === 'first') seen.push(bytes);
    return bytes;
  };
  const guess = () => ({ ...newCode(), room: code.room });
  const { sent, received } = begin({ data: noise(MIB), code, typed: guess() });
  await expect(received).rejects.toMatchObject({ fault: 'wrong-code' });
  for (let i = 0; i < 2; i++) {
    await expect
      .poll(async () => {
        const wrong = receiverInRoom(guess(), rooms.open);
        return wrong(new AbortController().signal, false).catch((error: MoveError) => error.fault);
      })
      .toBe('wrong-code');
  }
  await expect(sent).rejects.toMatchObject({ fault: 'too-many-tries' });
  // An opening and the word that it was wrong, three times: nothing else left the device with the data.
  expect(seen.map(({ length }) => length)).toEqual([50, 1, 50, 1, 50, 1]);
  expect(added).toEqual([]);
}, 30_000);

test('a wrong guess counts though its device goes away before the answer', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 });
  const code = newCode();
  const connect = senderInRoom(code, rooms.open, () => {});
  const sent = connect(new AbortController().signal, false);
  const ended = expect(sent).rejects.toMatchObject({ fault: 'too-many-tries' });
  const guess = async () => {
    const { wire } = await rooms.open(code.room, { ...never(), isFirst: false });
    const reply = await Reply.to(await wire.receive(), new TextEncoder().encode('a wrong guess'));
    wire.send(reply.message);
    wire.close();
  };
  for (let i = 1; i <= 3; i++) {
    await expect.poll(() => rooms.opened.length).toBe(i);
    await guess();
  }
  await ended;
}, 30_000);

test('a right code after a wrong one still works', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 });
  const code = newCode();
  const data = noise(MIB);
  const { sent, received } = begin({ data, code, typed: { ...newCode(), room: code.room } });
  await expect(received).rejects.toMatchObject({ fault: 'wrong-code' });
  await expect.poll(() => rooms.opened.length).toBe(2);
  const course = new Course(() => {});
  const { signal } = new AbortController();
  const connect = receiverInRoom(code, rooms.open);
  const add = async (file: File) => {
    added.push(file);
    return ADDED;
  };
  await receiveFile({ course, connect, signal, open: disk.open, add });
  expect(await sent).toEqual(ADDED);
  expect(await isWhole(data)).toBe(true);
}, 30_000);

test('a code that no device shows is unknown', async () => {
  const connect = receiverInRoom(newCode(), rooms.open);
  await expect(connect(new AbortController().signal, false)).rejects.toMatchObject({
    fault: 'unknown-code',
  });
});

test('a person who cancels ends it at both devices, and what came is deleted', async () => {
  const { sending, sent, received, receiving } = begin({
    data: noise(12 * MIB),
    onState: (state, course) => {
      if (state.done > 0 && !state.isPausedHere) course.pause(true);
    },
  });
  await expect.poll(() => receiving.state.done).toBeGreaterThan(0);
  await sending.cancel();
  await expect(received).rejects.toMatchObject({ fault: 'cancelled' });
  expect(disk.files.size).toBe(0);
  sent.catch(() => {});
});

test('a failure to store or add ends both ends with its sentence', async () => {
  const { sent, received } = begin({
    data: noise(MIB),
    add: async () => {
      throw new Error('The file is damaged.');
    },
  });
  await expect(received).rejects.toThrow('The file is damaged.');
  await expect(sent).rejects.toMatchObject({ fault: 'failed', detail: 'The file is damaged.' });
});

/** Gives bytes up to a place, as a file does that was deleted meanwhile. */
class LostFile extends Blob {
  override slice(start = 0, end?: number): Blob {
    const part = super.slice(start, end);
    if (start < MIB) return part;
    const gone = new DOMException('The file was not found.', 'NotFoundError');
    return Object.assign(part, { arrayBuffer: () => Promise.reject(gone) });
  }
}

test('a file that the sender can no longer read ends both ends with its error', async () => {
  const { sent, received, sending } = begin({ data: new LostFile([noise(3 * MIB)]) });
  await expect(sent).rejects.toMatchObject({ name: 'NotFoundError' });
  await expect(received).rejects.toMatchObject({
    fault: 'failed',
    detail: 'The file was not found.',
  });
  expect(sending.state.cuts).toBe(0);
});

/** Two ends whose network changes what one of them sends. */
async function meet(network: Network) {
  rooms.network = network;
  const secret = new TextEncoder().encode('heron-tulip-zebra');
  const signal = new AbortController().signal;
  const first = await rooms.open('a', { signal, isFirst: true });
  const second = await rooms.open('a', { signal, isFirst: false });
  await first.whenJoined;
  const closing = <T>(wire: { close(): void }, meeting: Promise<T>) =>
    meeting.catch((error: unknown) => {
      wire.close();
      throw error;
    });
  return Promise.allSettled([
    closing(first.wire, connectAsSender(first.wire, secret)),
    closing(second.wire, connectAsReceiver(second.wire, secret)),
  ]);
}

const flip = (bytes: Bytes, at: number): Bytes => {
  const copy = bytes.slice();
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
};

test('a handshake that was changed on its way opens no connection, whichever byte it was', async () => {
  for (const from of ['first', 'second'] as const) {
    for (let message = 0; message < 2; message++) {
      for (const at of [0, 1, 5, 18, 33, 40, 64]) {
        let seen = 0;
        let isChanged = false;
        const ends = await meet((bytes, by) => {
          if (by !== from || seen++ !== message || at >= bytes.length) return bytes;
          isChanged = true;
          return flip(bytes, at);
        });
        // The second message of the receiver is a frame, which is read later.
        if (isChanged && !(from === 'second' && message === 1)) {
          expect(ends.map(({ status }) => status)).toContain('rejected');
        }
      }
    }
  }
});

test('frames that are changed, repeated, left out, exchanged or cut short are noticed', async () => {
  const attacks: Record<string, (frames: Bytes[]) => Bytes[]> = {
    changed: ([a, ...rest]) => [flip(a as Bytes, 3), ...rest],
    repeated: ([a, ...rest]) => [a as Bytes, a as Bytes, ...rest],
    'left out': ([, ...rest]) => rest,
    exchanged: ([a, b]) => [b as Bytes, a as Bytes],
    'cut short': ([a]) => [(a as Bytes).subarray(0, -1)],
    empty: () => [new Uint8Array(0)],
  };
  for (const [name, attack] of Object.entries(attacks)) {
    const [sender, receiver] = await meet((bytes) => bytes);
    if (sender.status !== 'fulfilled' || receiver.status !== 'fulfilled')
      throw new Error('They meet.');
    const held: Bytes[] = [];
    rooms.network = (bytes) => {
      held.push(bytes);
      return 'drop';
    };
    await sender.value.link.sendControl({ type: 'ping' });
    await sender.value.link.sendControl({ type: 'file', id: ID, size: 5 });
    const frames = attack(held);
    rooms.network = () => frames.shift() ?? 'cut';
    for (let i = 0; i < 3; i++) await sender.value.link.sendControl({}).catch(() => {});
    const read = async () => {
      for (;;) await receiver.value.link.receive();
    };
    await expect(read(), name).rejects.toMatchObject({ fault: 'changed' });
  }
});

/** Connections of a browser that finds no way, and whether each was closed. */
function stubConnections(problem: 'offer' | null): { isClosed: boolean }[] {
  const made: { isClosed: boolean }[] = [];
  class Stub extends EventTarget {
    isClosed = false;
    iceGatheringState = 'complete';
    localDescription = { sdp: 'v=0' };
    constructor() {
      super();
      made.push(this);
    }
    createOffer = async () => ({});
    createAnswer = async () => ({});
    setLocalDescription = async () => {};
    setRemoteDescription = async ({ type }: { type: string }) => {
      if (type === problem) throw new DOMException('unknown', 'OperationError');
    };
    createDataChannel = () =>
      Object.assign(new EventTarget(), { readyState: 'connecting', close: () => {} });
    close() {
      this.isClosed = true;
    }
  }
  vi.stubGlobal('RTCPeerConnection', Stub);
  return made;
}

test('no direct connection is left open where it fails or the wire is cut', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 500 });
  for (const problem of ['offer', null] as const) {
    const made = stubConnections(problem);
    await meet((bytes) => bytes);
    expect(made.map(({ isClosed }) => isClosed)).toEqual([true, true]);
  }
  // The opening, the proof, the offer and the path of the sender; the reply and the answer of the receiver.
  for (const [by, number] of [
    ['first', 3],
    ['second', 2],
    ['first', 4],
  ] as const) {
    const made = stubConnections(null);
    await meet(cuttingFrame(by, number));
    expect(made.length).toBeGreaterThan(0);
    for (const { isClosed } of made) expect(isClosed).toBe(true);
  }
}, 60_000);

/** A peer that knows the code and sends what it likes. */
async function hostile(values: readonly (object | Bytes)[]): Promise<MoveError> {
  const code = newCode();
  const { signal } = new AbortController();
  const connect = senderInRoom(code, rooms.open, () => {});
  const connecting = connect(signal, false);
  const received = receiveFile({
    course: new Course(() => {}),
    connect: receiverInRoom(code, rooms.open),
    signal: AbortSignal.timeout(5_000),
    open: disk.open,
    add: async () => ADDED,
  });
  received.catch(() => {});
  const { link } = await connecting;
  for (const value of values) {
    if (value instanceof Uint8Array) await link.sendData(value).catch(() => {});
    else await link.sendControl(value).catch(() => {});
  }
  for (;;) {
    const frame = await link.receive().catch((error: MoveError) => error);
    if (frame instanceof Error) return frame;
  }
}

test('a device with the code that sends nonsense stores and adds nothing', async () => {
  const file = { type: 'file', id: ID, size: 10 };
  const cases: (object | Bytes)[][] = [
    [{ type: 'file', id: '../../x', size: 10 }],
    [{ type: 'file', id: ID, size: -1 }],
    [{ type: 'file', id: ID, size: 1e15 }],
    [{ type: 'file', id: ID, size: '10' }],
    [{ type: 'end' }],
    [new Uint8Array(10)],
    [file, new Uint8Array(11)],
    [file, new Uint8Array(5), { type: 'end' }],
    [{ type: '__proto__' }],
    [['a', 'list']],
  ];
  for (const values of cases) {
    rooms = new MemoryRooms();
    disk = new Disk();
    expect(await hostile(values), JSON.stringify(values)).toMatchObject({ fault: 'cut' });
    expect(disk.appended).toBe(0);
  }
}, 60_000);

test('an opening of a later version is named', async () => {
  const signal = new AbortController().signal;
  const first = await rooms.open('a', { signal, isFirst: true });
  const second = await rooms.open('a', { signal, isFirst: false });
  await first.whenJoined;
  const secret = new TextEncoder().encode('heron-tulip-zebra');
  const { message } = new Opening(secret);
  message[1] = 2;
  first.wire.send(message);
  await expect(connectAsReceiver(second.wire, secret)).rejects.toMatchObject({ fault: 'newer' });
});
