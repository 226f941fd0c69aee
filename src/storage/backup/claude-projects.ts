import { packPassages, passageSize } from '#documents/pack-passages.ts';
import { sentencesOf } from '#documents/sentences.ts';
import type { ChatDocument, Passage, Project } from '#storage/chat-records.ts';
import type { AlcoveDatabase } from '#storage/database.ts';
import { id, list, parseOr, z } from '#storage/rows/fields.ts';
import { PARSERS } from '#storage/rows/parsers.ts';
import { date } from './foreign-chats.ts';

/** Where an archive of Claude has its projects: one file with all of them, or since 2026 a file for each. */
export const PROJECT_FILES = /(?:^|\/)projects(?:\.json|\/[^/]+\.json)$/;

/** Files of one project. */
const MAX_FILES = 2_000;

const claudeProject = z.object({
  uuid: id,
  name: z.string(),
  prompt_template: z.catch(z.string(), ''),
  is_starter_project: z.catch(z.boolean(), false),
  created_at: date(),
  updated_at: date(),
  docs: list(
    z.object({ uuid: id, filename: z.string(), content: z.string(), created_at: date() }),
    MAX_FILES,
  ),
});
type ClaudeProject = z.infer<typeof claudeProject>;

/** A project of Claude's export; null for anything else. */
export function parseClaudeProject(value: unknown): ClaudeProject | null {
  // A chat has a name and times, too; only a project has documents.
  if (typeof value !== 'object' || value === null || !('docs' in value)) return null;
  return parseOr(claudeProject, value, null);
}

/**
 * Adds a project of Claude with its files, unless it is here; then, its newer files. The files have no vectors yet: the
 * page of the project makes them, and until then words find them. @returns the id, and what became of it
 */
export async function addClaudeProject(
  database: AlcoveDatabase,
  { uuid, name, prompt_template, created_at, updated_at, docs }: ClaudeProject,
): Promise<{ id: string; isAdded: boolean }> {
  const projectId = `claude-${uuid}`;
  const project = parseOr<Project, null>(
    PARSERS.projects,
    {
      id: projectId,
      name: name.trim() || 'Project',
      instructions: prompt_template,
      createdAt: created_at,
      updatedAt: updated_at || created_at,
    },
    null,
  );
  const { projects, documents, passages } = database;
  const known = await projects.get(projectId);
  const stored = await documents.where('conversationId').equals(projectId).toArray();
  const fresh = newerFiles(
    docs.flatMap((doc) => toDocument(doc, projectId)),
    stored,
  );
  const made: Passage[] = [];
  for (const document of fresh) made.push(...(await cutPassages(document)));
  await database.transaction('rw', projects, documents, passages, async () => {
    if (!known && project) await projects.add(project);
    await documents.bulkPut(fresh);
    await passages.bulkPut(made);
  });
  return { id: projectId, isAdded: !known };
}

/**
 * The files that are not here. One that was deleted here stays away where a newer one of Claude is here; where none of Claude
 * is left, or a file has no date, that is not known from a new file, and it comes.
 */
function newerFiles(
  docs: readonly ChatDocument[],
  stored: readonly ChatDocument[],
): ChatDocument[] {
  const ids = new Set(stored.map(({ id }) => id));
  const texts = new Set(stored.map(({ name, text }) => `${name}\n${text}`));
  // Files that were added here have other dates.
  const dates = docs.filter(({ id }) => ids.has(id)).map(({ createdAt }) => createdAt);
  const newest = Math.max(0, ...dates);
  return docs.filter(
    ({ id, name, text, createdAt }) =>
      !(ids.has(id) || texts.has(`${name}\n${text}`)) && (createdAt === 0 || createdAt > newest),
  );
}

function toDocument(
  { uuid, filename, content, created_at }: ClaudeProject['docs'][number],
  conversationId: string,
): ChatDocument[] {
  // With the id of its project: a file that was edited must not write over a document of another.
  const row = {
    id: `${conversationId}:${uuid}`,
    conversationId,
    name: filename,
    text: content,
    createdAt: created_at,
  };
  return parseOr<ChatDocument, ChatDocument[]>(PARSERS.documents, row, []) as never;
}

/** Characters of a token, where no model counts. */
const CHARACTERS = 3;
const CONTEXT = 512;

async function cutPassages({
  id: documentId,
  conversationId,
  text,
}: ChatDocument): Promise<Passage[]> {
  const count = async (texts: string[]) =>
    texts.map(({ length }) => Math.ceil(length / CHARACTERS));
  const spans = await packPassages(text, sentencesOf(text), passageSize(CONTEXT), count);
  return spans.map(({ start, end }) => ({
    id: `${documentId}:${start}`,
    conversationId,
    documentId,
    start,
    end,
    text: text.slice(start, end),
    vector: new Float32Array(),
  }));
}
