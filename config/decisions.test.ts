import { expect, test } from 'vitest';

const files = import.meta.glob<string>('/docs/decisions/[0-9]*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const index = import.meta.glob<string>('/docs/decisions/README.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

test('every decision has a title, a date and a status, and is in the index', () => {
  const decisions = Object.entries(files);
  expect(decisions.length).toBeGreaterThan(20);
  const listed = Object.values(index)[0] ?? '';
  for (const [path, text] of decisions) {
    const name = path.split('/').at(-1) ?? '';
    const title = new RegExp(
      `^# ${name.slice(0, 3)}: (.+)\n\nDate: \\d{4}-\\d\\d-\\d\\d\\. Status: .+\\.\n`,
    );
    expect(text, name).toMatch(title);
    expect(listed, name).toContain(`(${name})`);
  }
});
