import type { Locator } from '@playwright/test';

/**
 * Pastes into a box: texts by their types, and a picture of this name. The browser inserts nothing.
 * @returns whether it would insert the text of a real paste.
 */
export async function paste(
  box: Locator,
  items: Record<string, string>,
  file?: string,
): Promise<boolean> {
  return box.evaluate(
    (element, [texts, picture]) => {
      const clipboardData = new DataTransfer();
      for (const [type, text] of Object.entries(texts)) clipboardData.setData(type, text);
      if (picture) clipboardData.items.add(new File(['x'], picture, { type: 'image/png' }));
      const event = { clipboardData, bubbles: true, cancelable: true };
      return element.dispatchEvent(new ClipboardEvent('paste', event));
    },
    [items, file] as const,
  );
}
