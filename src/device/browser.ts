export interface Browser {
  /** For sentences: "Safari", "Firefox"; "This browser" where unknown. */
  name: string;
  /** Safari, every browser on iOS, and WebKitGTK: their WebCodecs lack features that they report. */
  isWebKit: boolean;
}

/** The first that matches: later ones are named by several browsers. */
const NAMES: [RegExp, string][] = [
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bEdg(?:iOS|A)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bCriOS\/|Chrome\/|Chromium\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
];

/** Facts from the user agent string. Only for bugs that a probe cannot detect because the probe would crash the page. */
export function readBrowser(userAgent = globalThis.navigator?.userAgent ?? ''): Browser {
  const name = NAMES.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'This browser';
  const isWebKit = /\bAppleWebKit\//.test(userAgent) && !/Chrom(?:e|ium)\//.test(userAgent);
  return { name, isWebKit };
}

/** Chromium's connection information; undefined in other browsers. */
interface Connection {
  saveData?: boolean;
  type?: string;
}

/** Whether the person pays by the byte, or asked to save them: nothing is fetched ahead then. */
export function isMetered(
  { connection }: { connection?: Connection } = (globalThis.navigator ?? {}) as {
    connection?: Connection;
  },
): boolean {
  return connection?.saveData === true || connection?.type === 'cellular';
}
