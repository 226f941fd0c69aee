import { anySignal, deferred } from '#base/promises.ts';
import { appPath } from '#contract/app-path.ts';
import { type Added, countKinds, type KindCounts, type MovedKind } from '#move/added.ts';
import { type Code, newCode, readCode } from '#move/code-words.ts';
import { openOwnRoom, receiverInRoom, senderInRoom } from '#move/meet.ts';
import { receiverByText, senderByText, type TextReceiver } from '#move/meet-by-text.ts';
import { MoveError, type MoveFault } from '#move/move-error.ts';
import { type Incoming, receiveFile } from '#move/receive-file.ts';
import { type OutgoingFile, sendFile } from '#move/send-file.ts';
import type { Course } from '#move/tend-link.ts';
import { BackupError } from '#storage/backup/format.ts';
import {
  discardMove,
  exportMoveInWorker,
  importInWorker,
  type MovedFileThread,
  withMovedFile,
} from '#storage/backup/open-transfer.ts';
import type { TableName } from '#storage/tables.ts';
import { BRIDGE_FILE, type BridgeDescription } from '#transport/bridge-messages.ts';
import { moveText } from '#ui/messages/backups.ts';
import { sentenceText } from '#ui/messages/dictionary.ts';
import type { Services } from '#ui/services.ts';
import { applySettings } from '#ui/settings/transfer.ts';
import { describeError } from '#ui/state/describe-error.ts';
import { readPreferences } from '#ui/state/preferences.ts';
import { closeMove, type MoveRole, setMove, showStep, useMove } from './move-view.ts';
import { openCourse } from './open-course.ts';

/** Runs a move until the person closes it. */
export async function runMove(
  role: MoveRole,
  services: Services,
  controller: AbortController,
): Promise<void> {
  try {
    const hasRooms = await findRooms();
    setMove({ byText: !hasRooms });
    if (role === 'send') await send(controller, hasRooms);
    else await receive(services, controller, hasRooms);
  } catch (error) {
    if (!controller.signal.aborted) throw error;
    closeMove();
  }
}

/** Whether the server of this page lets devices meet; a static host has none. */
async function findRooms(): Promise<boolean> {
  try {
    const response = await fetch(appPath(BRIDGE_FILE), { cache: 'no-store' });
    const { rooms } = (await response.json()) as BridgeDescription;
    return rooms === true;
  } catch {
    return false;
  }
}

async function send(controller: AbortController, hasRooms: boolean): Promise<void> {
  const { signal } = controller;
  showStep({ step: 'preparing', done: 0, total: 0 });
  const show = (done: number, total: number) => showStep({ step: 'preparing', done, total });
  const { file, id, rows } = await exportMoveInWorker(show, signal);
  const kinds = countKinds((kind) => rows[TABLE_OF[kind]]);
  try {
    while (!(await sendOnce({ id, data: file, kinds }, controller, hasRooms)));
  } finally {
    await discardMove(file);
  }
}

/** Sends under one code. @returns whether the person is done with it; else another code is made. */
async function sendOnce(
  { kinds, ...file }: OutgoingFile & { kinds: KindCounts },
  controller: AbortController,
  hasRooms: boolean,
): Promise<boolean> {
  const limited = anySignal([controller.signal]);
  let isRenewed = false;
  const renew = (byText: boolean) => {
    isRenewed = true;
    setMove({ byText });
    limited.abort();
  };
  const byText = useMove.getState().move?.byText === true;
  const course = openCourse(controller);
  setMove({ renew: () => renew(byText), exchange: hasRooms ? renew : null });
  try {
    const connect = byText ? textSender(file.id, course, limited.signal) : roomSender();
    showDone(await sendFile(file, course, connect, limited.signal), { sent: kinds });
  } catch (error) {
    controller.signal.throwIfAborted();
    // Somebody else drew the same two words.
    if (isRenewed || faultOf(error) === 'in-use') return false;
    await showFailure(error, (again) => setMove({ renew: again }));
    return false;
  } finally {
    limited.release();
  }
  return true;
}

function roomSender() {
  const code = newCode();
  let isFirst = true;
  showStep({ step: 'opening' });
  return senderInRoom(code, openOwnRoom, () => {
    if (isFirst) showStep({ step: 'code', code: code.text });
    isFirst = false;
  });
}

function textSender(id: string, course: Course, signal: AbortSignal) {
  const code = newCode();
  showStep({ step: 'opening' });
  return senderByText(code, id, (text, fault) =>
    untilAborted(signal, (answer) => {
      const { done, total } = course.state;
      const isAllThere = total > 0 && done === total;
      showStep({ step: 'texts', code: code.text, text, fault, answer, isAllThere });
    }),
  );
}

async function receive(
  services: Services,
  controller: AbortController,
  hasRooms: boolean,
): Promise<void> {
  setMove({ exchange: hasRooms ? (byText) => setMove({ byText }) : null });
  for (let fault: MoveFault | null = null; ; ) {
    const entered = await askCode(controller.signal, fault);
    const course = openCourse(controller);
    try {
      const { added, receipt } = await receiveUnder(entered, course, controller.signal);
      await applySettings(services);
      showDone(added, { receipt });
      return;
    } catch (error) {
      controller.signal.throwIfAborted();
      fault = faultOf(error);
      if (fault === null || !ENTER_AGAIN.includes(fault)) {
        await showFailure(error, (again) => setMove({ renew: again }));
        fault = null;
      }
    }
  }
}

/** Faults that other words, or the same once more, can mend. */
const ENTER_AGAIN: readonly MoveFault[] = [
  'wrong-code',
  'unknown-code',
  'in-use',
  'no-way',
  'no-text',
];

interface Entered {
  code: Code;
  /** Of the other device, where no server is used. */
  text: string | null;
}

function askCode(signal: AbortSignal, fault: MoveFault | null): Promise<Entered> {
  return untilAborted(signal, (resolve) => {
    showStep({ step: 'enter', fault });
    setMove({
      enter: (words, text) => {
        const code = readCode(words);
        if (!code) return false;
        resolve({ code, text: useMove.getState().move?.byText ? text : null });
        return true;
      },
    });
  });
}

async function receiveUnder(
  { code, text }: Entered,
  course: Course,
  signal: AbortSignal,
): Promise<{ added: Added; receipt: string | null }> {
  showStep({ step: 'opening' });
  const byText = text === null ? null : textReceiver(code, text, signal);
  const { chatModel } = readPreferences();
  let id = '';
  let isConfirmed = true;
  const added = await withMovedFile((thread) =>
    receiveFile({
      course,
      connect: byText?.connect ?? receiverInRoom(code, openOwnRoom),
      signal,
      open: (file, size) => {
        id = file;
        return openIncoming(thread, file, size);
      },
      add: async (file) => {
        const adding = importInWorker(file, chatModel, null, () => {}, signal).catch(refuseFull);
        const [{ added = 0, present = 0, unreadable = 0, stored = {} } = {}] = await adding;
        const kinds = countKinds((kind) => stored[TABLE_OF[kind]]);
        return { added, present, unreadable, kinds };
      },
      onUnconfirmed: () => {
        isConfirmed = false;
      },
    }),
  );
  return { added, receipt: isConfirmed ? null : ((await byText?.receipt(id, added)) ?? null) };
}

/** The tables whose rows are the things of each kind. */
const TABLE_OF = {
  chats: 'conversations',
  messages: 'messages',
  projects: 'projects',
  recordings: 'recordings',
  textSets: 'textSets',
} as const satisfies Record<MovedKind, TableName>;

/** The first text was entered with the words; after a cut another one is asked for. */
function textReceiver(code: Code, first: string, signal: AbortSignal): TextReceiver {
  let text: string | null = first;
  const ask = async () => {
    const known = text;
    text = null;
    if (known !== null) return known;
    return untilAborted<string>(signal, (answer) =>
      showStep({ step: 'texts', code: null, text: null, fault: null, answer }),
    );
  };
  return receiverByText(code, ask, (reply) =>
    showStep({ step: 'texts', code: null, text: reply, fault: null, answer: null }),
  );
}

async function openIncoming(thread: MovedFileThread, id: string, size: number): Promise<Incoming> {
  let at = await thread.open(id, size).catch(refuseFull);
  return {
    get at() {
      return at;
    },
    async append(bytes) {
      at = await thread.append(bytes).catch(refuseFull);
    },
    file: async () => new File([await thread.close()], 'moved.ndjson'),
    discard: () => thread.discard(),
  };
}

/** Both devices say it in their own words where there is no room. */
function refuseFull(cause: unknown): never {
  const isFull = cause instanceof BackupError && cause.reason === 'full';
  throw isFull ? new MoveError('too-large', { cause }) : cause;
}

function showDone(
  added: Added,
  { sent = null, receipt = null }: { sent?: KindCounts | null; receipt?: string | null },
): void {
  showStep({ step: 'done', added, sent, receipt });
  setMove({ cancel: closeMove });
}

/** Shows why it ended, until the person wants to try again. @throws where the person does not */
function showFailure(error: unknown, onAgain: (again: () => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    onAgain(resolve);
    setMove({
      cancel: () => {
        closeMove();
        reject(error);
      },
    });
    showStep({ step: 'failed', text: describeMove(error), canShowNewCode: true });
  });
}

const faultOf = (error: unknown): MoveFault | null =>
  error instanceof MoveError ? error.fault : null;

function describeMove(error: unknown): string {
  if (!(error instanceof MoveError)) return moveText.failedHere(describeError(error));
  const { fault, detail } = error;
  if (fault === 'failed') return moveText.failedThere(sentenceText(detail ?? ''));
  return moveText[fault === 'cut' ? 'gone' : fault];
}

/** What a person gives, unless the move is over first. */
function untilAborted<T>(signal: AbortSignal, ask: (give: (value: T) => void) => void): Promise<T> {
  const { promise, resolve, reject } = deferred<T>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  ask(resolve);
  return promise.finally(() => signal.removeEventListener('abort', stop));
}
