import type { Locator } from '@playwright/test';

/**
 * Pastes into a box: texts by their types, and a picture of this name, empty unless
 * its bytes are given in base64. The browser inserts nothing.
 * @returns whether it would insert the text of a real paste.
 */
export async function paste(
  box: Locator,
  items: Record<string, string>,
  file?: string,
  base64 = '',
): Promise<boolean> {
  return box.evaluate(
    (element, [texts, picture, encoded]) => {
      const clipboardData = new DataTransfer();
      for (const [type, text] of Object.entries(texts)) clipboardData.setData(type, text);
      const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
      if (picture) clipboardData.items.add(new File([bytes], picture, { type: 'image/png' }));
      const event = { clipboardData, bubbles: true, cancelable: true };
      return element.dispatchEvent(new ClipboardEvent('paste', event));
    },
    [items, file, base64] as const,
  );
}
