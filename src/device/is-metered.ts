/** Chromium's connection information; undefined in other browsers. */
interface Connection {
  saveData?: boolean;
  type?: string;
}

/** Whether the person pays by the byte, or asked to save them: nothing is fetched ahead then. */
export function isMetered(
  { connection }: { connection?: Connection } = globalThis.navigator as { connection?: Connection },
): boolean {
  return connection?.saveData === true || connection?.type === 'cellular';
}
