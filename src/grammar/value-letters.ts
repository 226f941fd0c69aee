/** Names that stand without quotes. */
export const BARE_NAME = '[A-Za-z_] [A-Za-z0-9_]{0,39}';

/** Members of a JSON object, which arguments are; none for text that is no such object. */
export function membersOf(json: string): [string, unknown][] {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? Object.entries(value) : [];
  } catch {
    return [];
  }
}
