import type { ChatDocument, Passage } from '#storage/chat-records.ts';
import { type OpenProject, projectPassages, readProject } from '#storage/projects.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';

/** A chat, as far as its project and its documents go. */
interface Member {
  row: { project?: string };
  ports: Pick<SessionPorts, 'store'>;
  rows: { passages: () => Promise<Passage[]> };
  state: { getState: () => { documents: readonly ChatDocument[] } };
}

/** The project of a chat as it is stored now; null for a chat in none. */
export async function projectOf({
  row,
  ports,
}: Pick<Member, 'row' | 'ports'>): Promise<OpenProject | null> {
  return row.project ? readProject(await ports.store.opened, row.project) : null;
}

/** The documents of a chat and of its project. */
export async function searchedDocuments(chat: Member): Promise<readonly ChatDocument[]> {
  const shared = await projectOf(chat);
  return [...chat.state.getState().documents, ...(shared?.documents ?? [])];
}

/** The passages of a chat and of its project. */
export async function searchedPassages({ row, rows, ports }: Member): Promise<Passage[]> {
  const own = await rows.passages();
  if (!row.project) return own;
  return [...own, ...(await projectPassages(await ports.store.opened, row.project))];
}
