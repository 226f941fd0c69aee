/** A part of a URL as a name; as it is where its percent signs are no encoding. */
export function decodeName(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
