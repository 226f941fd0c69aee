/** Numbers as people read them. */

export function formatBytes(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  if (bytes >= 1e6) return `${(bytes / 1e6).toFixed(bytes >= 1e7 ? 0 : 1)} MB`;
  return `${Math.max(1, Math.round(bytes / 1e3))} kB`;
}

/** A whole number in groups of three. By hand: the first use of a locale takes tens of milliseconds. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

export function formatSeconds(seconds: number): string {
  if (seconds >= 60) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  return seconds >= 10 ? `${seconds.toFixed(0)} s` : `${seconds.toFixed(seconds < 1 ? 2 : 1)} s`;
}

/** A day near today by name, else the date. */
export function formatDay(at: number, now: number): string {
  const days = Math.floor(now / 86_400_000) - Math.floor(at / 86_400_000);
  if (days <= 0) return 'Today';
  if (days === 1) return 'Yesterday';
  return new Date(at).toLocaleDateString(undefined, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  });
}
