import { EngineError } from '#engine/engine-error.ts';
import { type AnswerReader, PLAIN_READER } from '#engine/shape-tokens.ts';
import type { ChatTask } from '#engine/tasks.ts';
import { answerGrammar } from '#grammar/answer-grammar.ts';
import { JSON_ARGUMENTS } from '#grammar/arguments-style.ts';
import { LooseCallsReader } from '#grammar/loose-calls-reader.ts';
import { AnswerMarksReader } from '#grammar/read-answer.ts';
import type { GrammarState, TokenGrammar, Vocabulary } from '#grammar/token-grammar.ts';
import type { ToolFormat } from '#grammar/tool-format.ts';
import { SchemaError } from '#json-schema/schema.ts';

/** Any JSON object: what `json_object` asks for. */
const ANY_OBJECT = { type: 'object', additionalProperties: true };

/** What the parts of a model's answers are marked with. */
export interface AnswerMarks {
  format: ToolFormat;
  thinking: { open: string; close: string } | null;
}

/** What an answer starts with. */
interface Answer {
  grammar: GrammarState | null;
  /** Whether the grammar allows one JSON text and nothing else, or calls that are written as JSON. */
  isJson: boolean;
  reader: AnswerReader;
}

/** What the answers of one model must follow. The grammar library is loaded when first needed. */
export class TaskGrammar {
  readonly #vocabulary: Vocabulary;
  readonly #marks: AnswerMarks;
  #opened: Promise<TokenGrammar> | null = null;

  constructor(vocabulary: Vocabulary, marks: AnswerMarks) {
    this.#vocabulary = vocabulary;
    this.#marks = marks;
  }

  /** Compiles the grammar of a task ahead. @throws EngineError `invalid-schema` */
  async check(task: ChatTask): Promise<void> {
    (await this.#state(task))?.close();
  }

  /**
   * The grammar that an answer starts with, and the reader that separates its parts. `isThinking`: whether the
   * prompt has opened the reasoning. @throws EngineError
   */
  async start(task: ChatTask, isThinking: boolean): Promise<Answer> {
    const callsTools = task.tools.length > 0 && task.toolChoice !== 'none';
    const { format, thinking } = this.#marks;
    const marks = { tools: callsTools ? format : null, functions: task.tools, thinking };
    const marked = callsTools || thinking ? new AnswerMarksReader(marks, isThinking) : PLAIN_READER;
    const reader = callsTools ? new LooseCallsReader(marked, task.tools) : marked;
    const isForced = callsTools && task.toolChoice !== 'auto' && !isThinking;
    const isJson = callsTools
      ? isForced && format.arguments === JSON_ARGUMENTS
      : ['json', 'schema'].includes(task.format.kind);
    return { grammar: await this.#state(task), isJson, reader };
  }

  async #state(task: ChatTask): Promise<GrammarState | null> {
    try {
      const rules = answerGrammar({
        schema: schemaOf(task),
        tools: task.tools,
        choice: task.toolChoice,
        format: this.#marks.format,
        isPlain: task.format.kind === 'plain',
        ...(task.maxCalls && { maxCalls: task.maxCalls }),
      });
      return rules === null ? null : await (await this.#open()).start(rules);
    } catch (error) {
      if (error instanceof SchemaError) {
        const param = task.format.kind === 'text' ? 'tools' : 'response_format';
        throw new EngineError('invalid-schema', error.message, error, param);
      }
      // An unsupported construct ends the grammar library for good; a new slot has a new instance.
      throw new EngineError(
        'slot-crashed',
        'The grammar of the answer could not be compiled.',
        error,
      );
    }
  }

  #open(): Promise<TokenGrammar> {
    this.#opened ??= import('#grammar/token-grammar.ts').then((module) =>
      module.TokenGrammar.create(this.#vocabulary),
    );
    return this.#opened;
  }
}

function schemaOf({ format }: ChatTask): Record<string, unknown> | null {
  if (format.kind === 'text') return null;
  return format.kind === 'json' ? ANY_OBJECT : format.schema;
}
