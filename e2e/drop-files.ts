import type { Locator } from '@playwright/test';

export interface Dropped {
  name: string;
  /** Base64. */
  data: string;
}

/** Lets files fall on a place, as from a folder window. */
export async function dropFiles(place: Locator, files: readonly Dropped[]): Promise<void> {
  const dataTransfer = await place.page().evaluateHandle((all) => {
    const transfer = new DataTransfer();
    for (const { name, data } of all) {
      const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
      transfer.items.add(new File([bytes], name));
    }
    return transfer;
  }, files);
  await place.dispatchEvent('drop', { dataTransfer });
}
