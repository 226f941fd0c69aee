import type { ElementContent } from 'hast';
import type { Code, Construct, Effects, State, Token, TokenizeContext } from 'micromark-util-types';
import type { Processor } from 'unified';

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    bracketFormula: 'bracketFormula';
    bracketFormulaEnd: 'bracketFormulaEnd';
    mathFlow: 'mathFlow';
    mathFlowFence: 'mathFlowFence';
    mathFlowValue: 'mathFlowValue';
    mathTextData: 'mathTextData';
  }
}

const BACKSLASH = 92;
const ROUND = 40;
const SQUARE = 91;
const CLOSING: Record<number, number> = { [ROUND]: 41, [SQUARE]: 93 };

/**
 * A remark plugin for formulas as models write them, `\( … \)` in a line and `\[ … \]` on lines of its own; needs
 * remark-math. A formula without an end is text.
 */
export function bracketFormulas(this: Processor) {
  const data = this.data();
  data.micromarkExtensions ??= [];
  data.micromarkExtensions.push({ flow: { [BACKSLASH]: block }, text: { [BACKSLASH]: inline } });
  data.fromMarkdownExtensions ??= [];
  data.fromMarkdownExtensions.push({
    enter: {
      bracketFormula(token) {
        const isDisplay = this.sliceSerialize(token).startsWith('\\[');
        const className = ['language-math', isDisplay ? 'math-display' : 'math-inline'];
        const element = { hName: 'code', hProperties: { className } };
        this.enter({ type: 'inlineMath', value: '', data: element }, token);
        this.buffer();
      },
    },
    exit: {
      bracketFormula(token) {
        const value = this.resume();
        const node = this.stack.at(-1);
        const hChildren: ElementContent[] = [{ type: 'text', value }];
        if (node?.type === 'inlineMath')
          Object.assign(node, { value, data: { ...node.data, hChildren } });
        this.exit(token);
      },
    },
  });
}

const isLineEnd = (code: Code) => code !== null && code < -2;
const isBlank = (code: Code) => code === 32 || code === -1 || code === -2;

/** Contexts in which an opening bracket had no end: no later one has. Searching again would be quadratic. */
const endless: Record<number, WeakSet<TokenizeContext>> = {
  [ROUND]: new WeakSet(),
  [SQUARE]: new WeakSet(),
};

interface Reading {
  effects: Effects;
  bracket: number;
  /** Tokens of the formula's text and of its end. */
  value: 'mathTextData' | 'mathFlowValue';
  end: 'bracketFormulaEnd' | 'mathFlowFence';
  onLineEnd: State;
  onEnd: State;
  onMissing: State;
}

/** Reads a formula up to its end, line by line. A backslash takes the character behind it along. */
function reading({ effects, bracket, value, end, onLineEnd, onEnd, onMissing }: Reading): State {
  const start: State = (code) => {
    if (code === null) return onMissing(code);
    if (isLineEnd(code)) return onLineEnd(code);
    if (code !== BACKSLASH) {
      effects.enter(value);
      return text(code);
    }
    const token = effects.enter(end);
    effects.consume(code);
    return escaped(token);
  };
  const text: State = (code) => {
    if (code === null || isLineEnd(code) || code === BACKSLASH) {
      effects.exit(value);
      return start(code);
    }
    effects.consume(code);
    return text;
  };
  const escaped =
    (token: Token): State =>
    (code) => {
      if (code === CLOSING[bracket]) {
        effects.consume(code);
        effects.exit(end);
        return onEnd;
      }
      token.type = value;
      if (code === BACKSLASH) effects.consume(code);
      effects.exit(value);
      return code === BACKSLASH ? start : start(code);
    };
  return start;
}

function lineEnd(effects: Effects, next: State): State {
  return (code) => {
    effects.enter('lineEnding');
    effects.consume(code);
    effects.exit('lineEnding');
    return next;
  };
}

/** A formula in a paragraph, a heading, a cell. */
const inline: Construct = {
  name: 'bracketFormula',
  tokenize(effects, ok, nok) {
    const opening: State = (code) => {
      if (code !== ROUND && code !== SQUARE) return nok(code);
      if (endless[code]?.has(this)) return nok(code);
      effects.consume(code);
      effects.exit('escapeMarker');
      const read: State = reading({
        effects,
        bracket: code,
        value: 'mathTextData',
        end: 'bracketFormulaEnd',
        onLineEnd: (eol) => lineEnd(effects, read)(eol),
        onEnd: (after) => {
          effects.exit('bracketFormula');
          return ok(after);
        },
        onMissing: (after) => {
          endless[code]?.add(this);
          return nok(after);
        },
      });
      return read;
    };
    return (backslash) => {
      effects.enter('bracketFormula');
      effects.enter('escapeMarker');
      effects.consume(backslash);
      return opening;
    };
  },
};

/**
 * A formula that begins a line with `\[`. Its lines are no lists, quotes or headings, and it may have empty ones; words
 * behind its end are a paragraph.
 */
const block: Construct = {
  name: 'bracketFormulaBlock',
  concrete: true,
  tokenize(effects, ok, nok) {
    let isFirstLine = true;
    const opening: State = (code) => {
      if (code !== SQUARE || endless[SQUARE]?.has(this)) return nok(code);
      effects.consume(code);
      effects.exit('mathFlowFence');
      return first;
    };
    // `\[x]` at the start of a line is more often a bracket than a formula of several lines.
    const first: State = (code) => {
      const begins = code === null || isLineEnd(code) || isBlank(code) || code === BACKSLASH;
      return begins ? read(code) : nok(code);
    };
    const read: State = reading({
      effects,
      bracket: SQUARE,
      value: 'mathFlowValue',
      end: 'mathFlowFence',
      onLineEnd: (code) => {
        if (this.interrupt) return ok(code);
        isFirstLine = false;
        return effects.attempt(nextLine, read, missing)(code);
      },
      onEnd: (code) => after(code),
      onMissing: (code) => missing(code),
    });
    const missing: State = (code) => {
      if (!this.interrupt) endless[SQUARE]?.add(this);
      return nok(code);
    };
    const after: State = (code) => {
      if (code === null || isLineEnd(code)) {
        effects.exit('mathFlow');
        return ok(code);
      }
      if (isBlank(code)) {
        effects.enter('whitespace');
        effects.consume(code);
        effects.exit('whitespace');
        return after;
      }
      // With words behind it, a formula of one line is a part of their paragraph.
      if (isFirstLine) return nok(code);
      effects.exit('mathFlow');
      effects.enter('paragraph');
      effects.enter('chunkText', { contentType: 'text' });
      return words(code);
    };
    const words: State = (code) => {
      if (code !== null && !isLineEnd(code)) {
        effects.consume(code);
        return words;
      }
      effects.exit('chunkText');
      effects.exit('paragraph');
      return ok(code);
    };
    return (backslash) => {
      effects.enter('mathFlow');
      effects.enter('mathFlowFence');
      effects.consume(backslash);
      return opening;
    };
  },
};

/** A line end inside the same list item and quote. */
const nextLine: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    return lineEnd(effects, (code) => (this.parser.lazy[this.now().line] ? nok(code) : ok(code)));
  },
};
