/** Numbers as people read them, in the language of the app. */

import { language } from '#ui/messages/catalogue.ts';
import { kitText } from '#ui/messages/kit.ts';

export function formatBytes(bytes: number): string {
  if (bytes >= 1e9) return `${formatDecimal(bytes / 1e9, 1)} GB`;
  if (bytes >= 1e6) return `${formatDecimal(bytes / 1e6, bytes >= 1e7 ? 0 : 1)} MB`;
  return `${Math.max(1, Math.round(bytes / 1e3))} kB`;
}

/** A whole number in groups of three. */
export function formatCount(count: number): string {
  if (language() !== 'en') return count.toLocaleString(language());
  // By hand: the first use of a locale takes tens of milliseconds.
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A number with a fixed number of decimals: `0.812`. */
export function formatDecimal(value: number, digits: number): string {
  if (language() === 'en') return value.toFixed(digits);
  const exactly = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return value.toLocaleString(language(), exactly);
}

/** A share of 0 to 1 as a percentage. */
export function formatPercent(share: number, digits = 0): string {
  const exactly = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return share.toLocaleString(language(), { style: 'percent', ...exactly });
}

export function formatSeconds(seconds: number): string {
  // Rounded before it is split: 119.7 s are two minutes, not one and 60 seconds.
  const whole = Math.round(seconds);
  if (whole >= 60) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return seconds >= 9.95 ? `${whole} s` : `${formatDecimal(seconds, seconds < 0.995 ? 2 : 1)} s`;
}

/** A day near today by name, else the date. Days begin at local midnight. */
export function formatDay(at: number, now: number): string {
  // Rounded: a day has 23 or 25 hours when the clocks change.
  const days = Math.round((midnightBefore(now) - midnightBefore(at)) / 86_400_000);
  if (days <= 0) return kitText.today;
  if (days === 1) return kitText.yesterday;
  return new Date(at).toLocaleDateString(language(), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  });
}

const midnightBefore = (at: number) => new Date(at).setHours(0, 0, 0, 0);

/** Names by the language they are in: the first of these takes as long as drawing a page. */
const names = new Map<string, Intl.DisplayNames>();

/** Languages of Whisper that Chromium has no names for. */
const UNNAMED: Readonly<Record<string, () => string>> = {
  ba: () => kitText.bashkir,
  bo: () => kitText.tibetan,
};

/** A language by its name in the language of the app. */
export function languageName(code: string): string {
  const shown = language();
  try {
    const known = names.get(shown) ?? new Intl.DisplayNames(shown, { type: 'language' });
    names.set(shown, known);
    const name = known.of(code) ?? code;
    return name === code ? (UNNAMED[code]?.() ?? code) : name;
  } catch {
    return code;
  }
}
