import type { ModelView } from '#contract/model-view.ts';
import type { SERVICE_ROOT } from '#contract/paths.ts';
import type { z } from '#contract/zod.ts';

/** Everything about one endpoint that is not its handler. */
export interface Endpoint {
  /** Its name in the usage ledger. */
  name: string;
  /** Its name in generated clients; OpenAI's where OpenAI has the endpoint. */
  operationId: string;
  method: 'GET' | 'POST' | 'DELETE';
  path: `${typeof SERVICE_ROOT}/${string}`;
  /** Path parameters, each with the pattern of its value. */
  params?: Readonly<Record<string, string>>;
  /** Parameters behind the path, none of them required, each with the values it takes. */
  query?: Readonly<Record<string, readonly string[]>>;
  summary: string;
  /** One line for the reference and the README. */
  description: string;
  tag: 'chat' | 'embeddings' | 'ocr' | 'audio' | 'files' | 'vector-stores' | 'batches' | 'models';
  /** Kinds of models that can be named in `model`; empty where none is. */
  tasks: readonly ModelView['task'][];
  /** Whether it answers without an API key; a wrong key is refused anyway. */
  isPublic?: boolean;
  request: { json?: z.ZodType; form?: z.ZodType } | null;
  /** Bodies of a 200, by their content type. */
  response: {
    json?: z.ZodType;
    events?: z.ZodType;
    hasText?: boolean;
    hasAudio?: boolean;
    hasBytes?: boolean;
  };
  /** Whose error bodies and client library it follows; OpenAI's when absent. */
  dialect?: 'anthropic';
  /** The client's method, such as `chat.completions.create`; null where it has none. */
  clientMethod: string | null;
  example: {
    model?: string;
    /** A body to start from, without the model. */
    body?: object;
    answer: object;
  };
}

export function endpoint<const T extends Endpoint>(record: T): T {
  return record;
}

/** Whether the request is a form with a file. */
export function takesFile({ request }: Endpoint): boolean {
  return request?.form !== undefined && request.json === undefined;
}

/** Whether the request names a model. */
export function namesModel({ tasks }: Endpoint): boolean {
  return tasks.length > 0;
}

/** A body to start from, as indented JSON without the model. */
export function exampleBody({ example }: Endpoint): string {
  return JSON.stringify(example.body ?? {}, null, 2);
}
