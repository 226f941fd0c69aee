type Page = '/chat' | '/chat/project' | '/transcribe' | '/embeddings';

/** The path of a stored item on its page. */
export function itemPath(page: Page, id: string): string {
  return `${page}/${escapeId(id)}`;
}

/**
 * An id as a part of an address. Ids of imported items hold any characters. Percent signs would not do: the router decodes them
 * before it splits the path, and browsers read `%2e%2e` as `..`.
 */
export function escapeId(id: string): string {
  return id.replace(/[^\w-]/g, (unit) => `~${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The id that `escapeId` wrote. */
export function unescapeId(part: string): string {
  return part.replace(/~([0-9a-f]{4})/g, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** A part of a URL as a name; as it is where its percent signs are no encoding. */
export function decodeName(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
