import { SchemaError } from './schema.ts';

/** Rules one grammar may have: beyond it, compiling takes longer than anyone waits. */
const MOST_RULES = 4000;

/** Collects the rules of one EBNF grammar. */
export class GrammarWriter {
  readonly #rules: string[] = [];
  readonly #known = new Map<string, string>();

  /** Adds a rule and gives its name; the same expression is written once. */
  rule(expression: string): string {
    const known = this.#known.get(expression);
    if (known) return known;
    const name = this.reserve();
    this.#known.set(expression, name);
    this.define(name, expression);
    return name;
  }

  /** A name for a rule that is defined later: rules may refer to themselves. */
  reserve(): string {
    if (this.#rules.length >= MOST_RULES) {
      throw new SchemaError('$schema', 'is too large: it needs more than 4,000 rules.');
    }
    this.#rules.push('');
    return `r${this.#rules.length - 1}`;
  }

  define(name: string, expression: string): void {
    this.#rules[Number(name.slice(1))] = `${name} ::= ${expression}`;
  }

  /** The whole grammar; `root` is the expression it starts with. */
  text(root: string): string {
    return [`root ::= ${root}`, ...this.#rules].join('\n');
  }
}
