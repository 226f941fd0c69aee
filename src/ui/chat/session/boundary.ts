import { deferred, untilAborted } from '#base/promises.ts';
import { BOUNDARY_HEADER, type Boundary, isWithin, lowest } from '#contract/boundary.ts';
import type { Message, StoredFile } from '#storage/chat-records.ts';
import type { RouteView } from '#transport/provider-control.ts';
import { projectOf } from '#ui/chat/passages/shared-documents.ts';
import type { ChatCore } from './chat-core.ts';

/** A document or recording of a chat: each has its own label. */
export interface LabelledItem {
  id: string;
  name: string;
}

interface LeavingRequest {
  /** Messages from the first to the one that is answered. */
  path: readonly Message[];
  body: object;
}

/**
 * The header that says how far a chat's request may go: this device, unless the person allowed more for this chat
 * after seeing the request that would leave. @throws DOMException where the question is aborted
 */
export async function boundaryHeaders(
  chat: ChatCore,
  { body, path }: LeavingRequest,
  signal: AbortSignal,
): Promise<Record<string, string>> {
  // Without a provider nothing can leave, and of a temporary chat nothing may.
  if (chat.isTemporary || !chat.ports.models.hasProviders()) return {};
  const { model = '' } = body as { model?: string };
  const route = await chat.ports.control((c) => c.routeOf(model), signal);
  if (route.remotes.length === 0) return {};
  const items = await itemsOf(chat, path);
  if ((await itemCeiling(chat, items)) === 'device') return {};
  await oneAtATime(chat, () => decide(chat, { route, body }, signal));
  return headersOf(await ceilingOf(chat, items));
}

/**
 * The headers of a further request of a run: as far as its first one was allowed to go, or less where a label has
 * been lowered since. Never asks the person.
 */
export async function headersStill(
  chat: ChatCore,
  path: readonly Message[],
  first: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const allowed = first[BOUNDARY_HEADER] as Boundary | undefined;
  if (allowed === undefined) return {};
  return headersOf(lowest(allowed, await ceilingOf(chat, await itemsOf(chat, path))));
}

const headersOf = (ceiling: Boundary): Record<string, string> =>
  ceiling === 'device' ? {} : { [BOUNDARY_HEADER]: ceiling };

/** The lowest label of a chat and of its items. */
async function ceilingOf(chat: ChatCore, items: readonly LabelledItem[]): Promise<Boundary> {
  const decided = (await chat.rows.label(chat.id)) ?? 'device';
  return lowest(decided, await itemCeiling(chat, items));
}

/**
 * Documents that passages of these messages are from, their recordings, and all documents of the chat's project:
 * its instructions may repeat their contents.
 */
export async function itemsOf(chat: ChatCore, path: readonly Message[]): Promise<LabelledItem[]> {
  const project = await projectOf(chat);
  const items = new Map<string, LabelledItem>();
  for (const { id, name } of project?.documents ?? []) items.set(id, { id, name });
  for (const { sources = [], files = [] } of path) {
    for (const { documentId, documentName } of sources) {
      items.set(documentId, { id: documentId, name: documentName });
    }
    for (const id of files) {
      const file = await chat.rows.file(id);
      if (file && isRecording(file)) items.set(id, { id, name: file.name });
    }
  }
  return [...items.values()];
}

export function isRecording({ type }: Pick<StoredFile, 'type'>): boolean {
  return !type.startsWith('image/');
}

/** The lowest label of documents and recordings; one without a label stays on this device. */
async function itemCeiling({ rows }: ChatCore, items: readonly LabelledItem[]): Promise<Boundary> {
  const labels = await Promise.all(items.map(({ id }) => rows.label(id)));
  return lowest(...labels.map((label) => label ?? 'device'));
}

/** The farthest place of those that may answer. */
function farthest({ remotes }: RouteView): Boundary {
  return remotes.reduce<Boundary>(
    (far, { boundary }) => (isWithin(boundary, far) ? far : boundary),
    'device',
  );
}

interface Question {
  route: RouteView;
  body: object;
}

/** Asks the person where nothing is decided yet for a place as far as this one. */
async function decide(
  chat: ChatCore,
  { route, body }: Question,
  signal: AbortSignal,
): Promise<void> {
  const needed = farthest(route);
  const stored = await chat.rows.label(chat.id);
  if (stored === 'device' || (stored !== null && isWithin(needed, stored))) return;
  const allows = await ask(chat, route, body, signal);
  // A refusal lowers nothing that was allowed before.
  const boundary = allows ? needed : (stored ?? 'device');
  await chat.rows.setLabel(chat.id, boundary);
}

const asking = new WeakMap<ChatCore, Promise<unknown>>();

/** Two models that answer side by side ask one question. */
function oneAtATime<T>(chat: ChatCore, work: () => Promise<T>): Promise<T> {
  const mine = (asking.get(chat) ?? Promise.resolve()).then(work, work);
  asking.set(chat, mine);
  return mine;
}

/** Shows the request that would leave, and waits for the decision. */
async function ask(
  chat: ChatCore,
  route: RouteView,
  body: object,
  signal: AbortSignal,
): Promise<boolean> {
  signal.throwIfAborted();
  const { promise, resolve } = deferred<boolean>();
  chat.state.setState({ leaving: { route, body, decide: resolve } });
  return untilAborted(promise, signal).finally(() => chat.state.setState({ leaving: null }));
}
