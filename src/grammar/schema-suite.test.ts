import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Ajv2020 from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { compileSchema } from '#api/call/compile-schema.ts';
import { fillSchema } from '#runtimes/scripted/fill-schema.ts';
import { IS_FULL } from '#testing/test-run.ts';
import { BYTE_END, byteVocabulary, TokenGrammar } from './token-grammar.ts';

// The suite, draft 2020-12, as the source package of Python's `jsonschema` carries it.
const VERSION = '4.23.0';
const HASH = 'd71497fef26351a33265337fa77ffeb82423f3ea21283cd9467bb03999266bc4';
const CACHE = fileURLToPath(
  new URL('../../node_modules/.cache/json-schema-suite', import.meta.url),
);

/** The folder of the tests. They are fetched once, with pip. Throws where that is not possible. */
function jsonSchemaSuite(): string {
  const folder = join(CACHE, 'draft2020-12');
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  const place = mkdtempSync(join(CACHE, 'download-'));
  try {
    const list = join(place, 'requirements.txt');
    writeFileSync(list, `jsonschema==${VERSION} --hash=sha256:${HASH}\n`);
    const pip = '-m pip download -q --no-deps --no-binary :all: --require-hashes'.split(' ');
    execFileSync('python3', [...pip, '-d', place, '-r', list], { stdio: 'pipe', timeout: 300_000 });
    execFileSync('tar', ['xzf', join(place, `jsonschema-${VERSION}.tar.gz`), '-C', place]);
    renameSync(join(place, `jsonschema-${VERSION}/json/tests/draft2020-12`), folder);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
  return folder;
}

/** Milliseconds in which each schema is compiled or refused. */
const LIMIT_MS = 1_000;

interface Group {
  name: string;
  schema: Record<string, unknown>;
  tests: { description: string; data: unknown; valid: boolean }[];
}

/** The folder of the suite; null where it cannot be fetched, which only the complete tests insist on. */
function findSuite(): string | null {
  try {
    return jsonSchemaSuite();
  } catch (error) {
    if (IS_FULL) throw error;
    process.stdout.write('The JSON Schema Test Suite could not be fetched: not run.\n');
    return null;
  }
}

/** Every schema that is an object: others cannot be schemas of an answer. */
function readGroups(folder: string): Group[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  const groups = files.flatMap((file) =>
    (
      JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as (Group & { description: string })[]
    ).map((group) => ({ ...group, name: `${file}: ${group.description}` })),
  );
  return groups.filter(({ schema }) => typeof schema === 'object');
}

async function accepts(grammars: TokenGrammar, grammar: string, text: string): Promise<boolean> {
  const state = await grammars.start(grammar);
  try {
    const isTaken = [...new TextEncoder().encode(text)].every((byte) => state.accept(byte + 1));
    if (!isTaken) return false;
    const logits = new Float32Array(257);
    await state.mask(logits);
    return logits[BYTE_END] === 0;
  } finally {
    state.close();
  }
}

/** What Ajv says; it cannot compile references to other files. */
function isInvalid(schema: Group['schema'], data: unknown): boolean {
  try {
    const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
    return ajv.validate(schema, data) === false;
  } catch {
    return false;
  }
}

class Report {
  readonly wrong: string[] = [];
  readonly counts = { compiled: 0, refused: 0, invalid: 0, valid: 0, accepted: 0, examples: 0 };
  slowest = 0;
  readonly #grammars: TokenGrammar;

  constructor(grammars: TokenGrammar) {
    this.#grammars = grammars;
  }

  async add(group: Group): Promise<void> {
    const { name, schema } = group;
    const began = performance.now();
    const compiled = compileSchema(schema);
    const ms = performance.now() - began;
    this.slowest = Math.max(this.slowest, ms);
    if (ms > LIMIT_MS) this.wrong.push(`${name}: ${ms.toFixed(0)} ms`);
    this.counts['reason' in compiled ? 'refused' : 'compiled']++;
    if ('reason' in compiled) return;
    await this.#judge(group, compiled.grammar);
    const example = await fillSchema(schema).catch(() => null);
    if (example === null) return;
    this.counts.examples++;
    if (isInvalid(schema, JSON.parse(example))) this.wrong.push(`${name}: writes ${example}`);
  }

  /** Grammars may leave out valid texts, such as properties in another order; never the other way. */
  async #judge({ name, tests }: Group, grammar: string): Promise<void> {
    for (const { description, data, valid } of tests) {
      const isTaken = await accepts(this.#grammars, grammar, JSON.stringify(data));
      if (!valid && isTaken) this.wrong.push(`${name}: accepts “${description}”`);
      this.counts[valid ? 'valid' : 'invalid']++;
      if (valid && isTaken) this.counts.accepted++;
    }
  }
}

const suite = findSuite();

test.skipIf(suite === null)(
  'schemas of the JSON Schema Test Suite are compiled as it says, or refused',
  async () => {
    const groups = readGroups(suite ?? '').filter((_, i) => IS_FULL || i % 5 === 0);
    const report = new Report(await TokenGrammar.create(byteVocabulary()));
    for (const group of groups) await report.add(group);
    const { wrong, counts, slowest } = report;
    process.stdout.write(
      `JSON Schema Test Suite: ${groups.length} schemas, ${JSON.stringify(counts)}, slowest ${slowest.toFixed(0)} ms\n`,
    );
    expect(wrong).toEqual([]);
    expect(counts.compiled).toBeGreaterThan(groups.length / 3);
  },
  400_000,
);

test.each([
  [
    'a reference does not see the properties next to it',
    {
      $defs: { closed: { unevaluatedProperties: false } },
      properties: { a: { type: 'string' } },
      $ref: '#/$defs/closed',
    },
    { a: 'b' },
  ],
  [
    'a property does not see what a branch outside says of it',
    {
      type: 'object',
      properties: {
        a: {
          type: 'object',
          properties: { b: { type: 'string' } },
          unevaluatedProperties: false,
        },
      },
      anyOf: [{ properties: { a: { properties: { c: { type: 'string' } } } } }],
    },
    { a: { b: 'd', c: 'd' } },
  ],
])('%s', async (_, schema, data) => {
  const compiled = compileSchema(schema);
  if ('reason' in compiled) throw new Error(compiled.reason);
  const grammars = await TokenGrammar.create(byteVocabulary());
  expect(await accepts(grammars, compiled.grammar, JSON.stringify(data))).toBe(false);
  expect(await accepts(grammars, compiled.grammar, '{}')).toBe(true);
});
