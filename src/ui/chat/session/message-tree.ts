import type { Message } from '#storage/chat-records.ts';

/** Messages of one conversation by id, and the children of each in order of time. */
export interface MessageTree {
  byId: ReadonlyMap<string, Message>;
  children: ReadonlyMap<string | null, readonly string[]>;
}

export function buildTree(messages: Iterable<Message>): MessageTree {
  const byId = new Map<string, Message>();
  for (const message of messages) byId.set(message.id, message);
  const children = new Map<string | null, string[]>();
  const ids = [...byId.values()].sort((a, b) => a.createdAt - b.createdAt).map(({ id }) => id);
  breakCircles(byId, ids);
  for (const id of ids) {
    const parentId = byId.get(id)?.parentId ?? null;
    // A message whose parent is missing (a broken import) still shows, as a first one.
    const parent = parentId !== null && byId.has(parentId) ? parentId : null;
    const list = children.get(parent);
    if (list) list.push(id);
    else children.set(parent, [id]);
  }
  return { byId, children };
}

/** In a circle of a broken import no message is the first one, and no branch leads to them: the oldest becomes the first. */
function breakCircles(byId: Map<string, Message>, ids: readonly string[]): void {
  const isSound = new Set<string>();
  for (const id of ids) {
    const passed = new Set<string>();
    let at = byId.get(id);
    while (at && !isSound.has(at.id) && !passed.has(at.id)) {
      passed.add(at.id);
      at = at.parentId === null ? undefined : byId.get(at.parentId);
    }
    if (at && passed.has(at.id)) byId.set(at.id, { ...at, parentId: null });
    for (const sound of passed) isSound.add(sound);
  }
}

/** The tree with one message added or changed; nothing is sorted again, however long the chat. */
export function withMessage(tree: MessageTree, message: Message): MessageTree {
  const byId = new Map(tree.byId).set(message.id, message);
  if (tree.byId.has(message.id)) return { byId, children: tree.children };
  const parent =
    message.parentId !== null && tree.byId.has(message.parentId) ? message.parentId : null;
  const siblings = tree.children.get(parent) ?? [];
  return { byId, children: new Map(tree.children).set(parent, [...siblings, message.id]) };
}

/** The messages from the first to a leaf. */
export function pathTo({ byId }: MessageTree, leafId: string | null): Message[] {
  const path: Message[] = [];
  const seen = new Set<string>();
  let next = leafId;
  while (next !== null && !seen.has(next)) {
    seen.add(next);
    const message = byId.get(next);
    if (!message) break;
    path.push(message);
    next = message.parentId;
  }
  return path.reverse();
}

/** The leaf to show: the stored one, or where there is none or its message cannot be read the newest branch. */
export function soundLeaf(tree: MessageTree, leafId: string | null): string | null {
  if (leafId !== null && tree.byId.has(leafId)) return leafId;
  const first = tree.children.get(null)?.at(-1);
  return first === undefined ? leafId : newestLeaf(tree, first);
}

/** The last message below one, always taking the newest branch. */
export function newestLeaf({ byId, children }: MessageTree, id: string): string {
  let leaf = id;
  for (;;) {
    const below = (children.get(leaf) ?? []).filter((child) => byId.get(child)?.modelIndex !== 1);
    const last = below.at(-1);
    if (last === undefined) return leaf;
    leaf = last;
  }
}

/** The versions of one place in the conversation, this one among them; side-by-side answers are not versions. */
export function versionsOf({ byId, children }: MessageTree, message: Message): readonly string[] {
  const parent = message.parentId !== null && byId.has(message.parentId) ? message.parentId : null;
  const all = children.get(parent) ?? [];
  return all.filter((id) => (byId.get(id)?.modelIndex ?? 0) === (message.modelIndex ?? 0));
}

/** The second model's answer next to a first one: the newest with the same parent. */
export function secondAnswerOf({ byId, children }: MessageTree, message: Message): Message | null {
  if (message.role !== 'assistant' || message.modelIndex === 1) return null;
  const found = (children.get(message.parentId) ?? [])
    .map((id) => byId.get(id))
    .filter((other) => other?.modelIndex === 1);
  return found.at(-1) ?? null;
}

/** A path as one of two models saw it: the second reads its own answers where it gave one. */
export function asSeenBy(
  tree: MessageTree,
  path: readonly Message[],
  modelIndex: 0 | 1,
): Message[] {
  if (modelIndex === 0) return [...path];
  return path.map((message) => secondAnswerOf(tree, message) ?? message);
}
