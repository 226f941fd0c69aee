// What eval.mjs writes of its figures.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** A table in Markdown. */
export function tableOf([head, ...rows]) {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** Puts a section where the last run's was, or at the end. */
export function writeSection(name, section) {
  const [begin, end] = [`<!-- ${name}: npm run eval:real -->`, `<!-- end of ${name} -->`];
  const path = new URL('../../docs/real-models.md', import.meta.url);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '# Real models\n';
  const machine = `${cpus().length} cores (${cpus()[0]?.model ?? ''})`;
  const load = readFileSync('/proc/loadavg', 'utf8').split(' ')[0];
  const today = new Date().toISOString().slice(0, 10);
  const about = `${today}, ${machine}, load average at the end ${load}: times compare on a quiet machine only. \`npm run eval:real -- --only=${name}\`.`;
  const [before, rest = ''] = text.split(begin);
  const after = rest.split(end)[1] ?? '\n';
  writeFileSync(path, `${before.trimEnd()}\n\n${begin}\n${section}\n\n${about}\n${end}${after}`);
}
