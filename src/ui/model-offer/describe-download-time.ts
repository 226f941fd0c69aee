import { type DownloadTime, downloadTime } from '#device/download-time.ts';
import { formatCount } from '#ui/kit/format.ts';
import { modelsText } from '#ui/messages/models.ts';
import { readDownloadRate } from '#ui/state/catalog.ts';

const BASES = {
  measured: 'timeMeasured',
  estimated: 'timeEstimated',
  'at-most': 'timeAtMost',
} as const satisfies Record<DownloadTime['basis'], string>;

/** How long a download is likely to take, and by whose measure; null where nothing is known. */
export function describeDownloadTime(bytes: number): string | null {
  const time = downloadTime(bytes, readDownloadRate());
  return time && modelsText[BASES[time.basis]](roughTime(time.seconds));
}

/** Minutes, or a word for less than one: no estimate of a connection is exact. */
export function roughTime(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return modelsText.underMinute;
  if (minutes < 60) return modelsText.minutes(formatCount(minutes));
  return modelsText.hours(formatCount(Math.floor(minutes / 60)), formatCount(minutes % 60));
}
