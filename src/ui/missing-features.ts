/** Parts of the platform that every supported browser has, and that no page can be drawn without. */
const NEEDED = [
  'ResizeObserver',
  'IntersectionObserver',
  'MutationObserver',
  'matchMedia',
  'structuredClone',
  'MessageChannel',
  'fetch',
];
const NEEDED_OF_INTL = ['DisplayNames', 'ListFormat', 'PluralRules'];

/** The names of those that this browser lacks: an old one, or one with a part switched off. */
export function missingFeatures(): string[] {
  const lackedBy = (place: object) => (name: string) => !Reflect.get(place, name);
  const ofIntl = NEEDED_OF_INTL.filter(lackedBy(Intl)).map((name) => `Intl.${name}`);
  return [...NEEDED.filter(lackedBy(globalThis)), ...ofIntl];
}
