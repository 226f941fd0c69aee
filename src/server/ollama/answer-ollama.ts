import { isRecord } from '#base/guards.ts';
import { ApiError } from '#contract/api-error.ts';
import { isDeeperThan } from '#contract/body-limits.ts';
import { type Ask, count, findModel, type Json, records, text, whole } from './read-service.ts';
import { answerChat, answerGenerate } from './write-chat.ts';

/** The version of Ollama's API that is spoken here; some programs ask for a minimum. */
const VERSION = '0.12.6';
const MAX_DEPTH = 64;

/**
 * Answers a request of Ollama's API, or for LM Studio's list of models, by requests to `/v1`. Fields that `/v1` knows
 * are passed on, so it honours or refuses them by name; errors have Ollama's shape. Never rejects.
 * @param bytes The body.
 * @see https://github.com/ollama/ollama/blob/main/docs/api.md
 */
export async function answerOllama(
  { method: asked, path }: { method: string; path: string },
  bytes: ArrayBuffer,
  ask: Ask,
): Promise<Response> {
  // Programs ask whether a server is there.
  const method = asked === 'HEAD' ? 'GET' : asked;
  try {
    const lmStudio = /^\/api\/v0\/models(?:\/(.+))?$/.exec(path);
    if (method === 'GET' && lmStudio) return await lmStudioModels(ask, lmStudio[1] ?? null);
    const endpoint = ENDPOINTS[`${method} ${path}`];
    if (endpoint) return await endpoint(method === 'GET' ? {} : readJson(bytes), ask);
    throw new ApiError(404, 'unknown_url', elsewhere(method, path));
  } catch (error) {
    const known = error instanceof ApiError ? error : null;
    return failed(known?.status ?? 500, known?.message ?? 'The request could not be answered.');
  }
}

const ENDPOINTS: Readonly<Record<string, (body: Json, ask: Ask) => Promise<Response>>> = {
  'GET /api/version': async () => Response.json({ version: VERSION }),
  'GET /api/tags': listTags,
  'GET /api/ps': listLoaded,
  'POST /api/show': showModel,
  'POST /api/chat': answerChat,
  'POST /api/generate': answerGenerate,
  'POST /api/embed': answerEmbed,
  'POST /api/embeddings': answerEmbedding,
};

function elsewhere(method: string, path: string): string {
  if (/^\/api\/(?:pull|push|create|copy|delete|blobs)/.test(path))
    return 'Models are added and deleted in Alcove, on its page Models.';
  return `Unknown request URL: ${method} ${path.slice(0, 200)}.`;
}

const failed = (status: number, error: string) => Response.json({ error }, { status });

/** @throws ApiError 400 */
function readJson(bytes: ArrayBuffer): Json {
  const wrong = new ApiError(400, 'invalid_json', 'The body is not a JSON object.');
  if (isDeeperThan(MAX_DEPTH, new Uint8Array(bytes))) throw wrong;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (isRecord(value)) return value;
  } catch {
    throw wrong;
  }
  throw wrong;
}

const abilities = ({ capabilities }: Json) => (Array.isArray(capabilities) ? capabilities : []);

/** Models that write or embed: programs show all of the list as a choice. */
const isOffered = (model: Json) =>
  abilities(model).some((name) => name === 'completion' || name === 'embedding');

const factsOf = ({ sn_metadata: facts }: Json): Json => (isRecord(facts) ? facts : {});

const detailsOf = (model: Json) => ({
  parent_model: '',
  format: text(factsOf(model)['runtime']),
  family: text(model['owned_by']),
  families: null,
  parameter_size: '',
  quantization_level: '',
});

const timeOf = (model: Json) => new Date(count(model['created']) * 1_000).toISOString();

async function listTags(_: Json, ask: Ask): Promise<Response> {
  const { data } = await whole(await ask('models'));
  const models = records(data)
    .filter(isOffered)
    .map((model) => ({
      name: text(model['id']),
      model: text(model['id']),
      modified_at: timeOf(model),
      size: count(factsOf(model)['size_bytes']),
      digest: '',
      details: detailsOf(model),
      capabilities: abilities(model),
    }));
  return Response.json({ models });
}

/** Later than Ollama's clients count: a model stays in memory until another one needs it. */
const NEVER = '9999-12-31T23:59:59Z';

async function listLoaded(_: Json, ask: Ask): Promise<Response> {
  const { data } = await whole(await ask('models?state=loaded'));
  const models = records(data).map((model) => ({
    name: text(model['id']),
    model: text(model['id']),
    size: count(factsOf(model)['size_bytes']),
    digest: '',
    details: detailsOf(model),
    expires_at: NEVER,
    size_vram: 0,
    context_length: count(model['context_length']),
  }));
  return Response.json({ models });
}

async function showModel(body: Json, ask: Ask): Promise<Response> {
  const model = await findModel(body, ask);
  return Response.json({
    modelfile: '',
    parameters: '',
    template: '',
    license: text(factsOf(model)['licence']),
    modified_at: timeOf(model),
    details: detailsOf(model),
    model_info: {
      'general.architecture': 'alcove',
      'general.basename': text(model['id']),
      'alcove.context_length': count(model['context_length']),
    },
    capabilities: abilities(model),
  });
}

/** @see https://lmstudio.ai/docs/developer/rest/endpoints */
async function lmStudioModels(ask: Ask, id: string | null): Promise<Response> {
  const found =
    id === null ? await whole(await ask('models')) : await findModel({ model: decoded(id) }, ask);
  const shown = (model: Json) => ({
    id: text(model['id']),
    object: 'model',
    type: typeOf(abilities(model)),
    // A first request loads it; programs that find another state here ask an endpoint of LM Studio's to load it.
    state: 'loaded',
    publisher: text(model['owned_by']),
    compatibility_type: text(factsOf(model)['runtime']),
    max_context_length: count(model['context_length']),
    capabilities: abilities(model),
  });
  if (id !== null) return Response.json(shown(found));
  const data = records(found['data']).filter(isOffered).map(shown);
  return Response.json({ object: 'list', data });
}

/** @throws ApiError 400 */
function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    throw new ApiError(
      400,
      'invalid_value',
      'The name of the model is not encoded as in an address.',
    );
  }
}

const typeOf = (can: readonly unknown[]) => {
  if (can.includes('embedding')) return 'embeddings';
  return can.includes('vision') ? 'vlm' : 'llm';
};

async function answerEmbed(body: Json, ask: Ask): Promise<Response> {
  const began = performance.now();
  const { data, usage } = await embed(body, body['input'], ask);
  return Response.json({
    model: text(body['model']),
    embeddings: records(data).map(({ embedding }) => embedding),
    total_duration: Math.round((performance.now() - began) * 1e6),
    load_duration: 0,
    prompt_eval_count: isRecord(usage) ? count(usage['prompt_tokens']) : 0,
  });
}

/** The older form: one text. */
async function answerEmbedding(body: Json, ask: Ask): Promise<Response> {
  const { data } = await embed(body, body['prompt'], ask);
  return Response.json({ embedding: records(data)[0]?.['embedding'] ?? [] });
}

async function embed(body: Json, input: unknown, ask: Ask): Promise<Json> {
  const { id } = await findModel(body, ask);
  const { dimensions } = body;
  const asked = { model: id, input, ...(dimensions != null && { dimensions }) };
  return whole(await ask('embeddings', asked));
}
