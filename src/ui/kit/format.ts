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
  // Rounded before it is split: 119.7 s are two minutes, not one and 60 seconds.
  const whole = Math.round(seconds);
  if (whole >= 60) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return seconds >= 9.95 ? `${whole} s` : `${seconds.toFixed(seconds < 0.995 ? 2 : 1)} s`;
}

/** A day near today by name, else the date. Days begin at local midnight. */
export function formatDay(at: number, now: number): string {
  // Rounded: a day has 23 or 25 hours when the clocks change.
  const days = Math.round((midnightBefore(now) - midnightBefore(at)) / 86_400_000);
  if (days <= 0) return 'Today';
  if (days === 1) return 'Yesterday';
  return new Date(at).toLocaleDateString(undefined, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  });
}

const midnightBefore = (at: number) => new Date(at).setHours(0, 0, 0, 0);
