/** Characters of the JSON object that a text begins with; null where it is not whole. */
export function objectEnd(text: string): number | null {
  let depth = 0;
  let isInString = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (isInString) {
      if (character === '\\') i++;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') {
      depth--;
      if (depth === 0) return i + 1;
    }
  }
  return null;
}
