import { unsupportedParameter } from './errors.ts';
import type { FoundError } from './first-error.ts';

/**
 * Fields of other services that have no schema here. `ignored`: the answer is the same without it. A refusal: the
 * answer would differ from the request, so the request fails with this hint, unless the value is one of `unless`,
 * which ask for nothing.
 */
type Row = 'ignored' | { hint: string; unless: readonly unknown[] };

const refused = (hint: string, ...unless: readonly unknown[]): Row => ({ hint, unless });

const SAMPLER = "Use 'temperature', 'top_p', 'top_k' or 'min_p'.";
const REPEATS = "Use 'frequency_penalty', 'presence_penalty' or 'avoid_repetition'.";
const GRAMMAR = "Use 'response_format' with a schema, or 'guided_regex'.";
const TEMPLATE = "Prompts are written with the model's own template.";
const TOKENS = "Use 'logit_bias'.";

/** Samplers, grammars and prompts of vLLM and llama.cpp. */
const OF_SERVERS = {
  grammar: refused(GRAMMAR, ''),
  guided_grammar: refused(GRAMMAR, ''),
  guided_decoding_backend: 'ignored',
  guided_whitespace_pattern: 'ignored',
  repetition_penalty: refused(REPEATS, 1),
  repeat_penalty: refused(REPEATS, 1),
  repeat_last_n: 'ignored',
  repetition_detection: refused(REPEATS),
  typical_p: refused(SAMPLER, 1),
  top_n_sigma: refused(SAMPLER, -1),
  dynatemp_range: refused(SAMPLER, 0),
  dynatemp_exponent: 'ignored',
  dry_multiplier: refused(REPEATS, 0),
  dry_base: 'ignored',
  dry_allowed_length: 'ignored',
  dry_penalty_last_n: 'ignored',
  dry_sequence_breakers: 'ignored',
  xtc_probability: refused(SAMPLER, 0),
  xtc_threshold: 'ignored',
  mirostat: refused(SAMPLER, 0),
  mirostat_tau: 'ignored',
  mirostat_eta: 'ignored',
  samplers: refused(SAMPLER),
  min_keep: 'ignored',
  use_beam_search: refused(SAMPLER, false),
  length_penalty: 'ignored',
  ignore_eos: refused('An answer ends where the model ends it.', false),
  min_tokens: refused('An answer ends where the model ends it.', 0),
  stop_token_ids: refused("Use 'stop'."),
  include_stop_str_in_output: refused("Add the text of 'stop' yourself.", false),
  allowed_token_ids: refused(TOKENS),
  logprob_token_ids: refused("Use 'top_logprobs'."),
  bad_words: refused(TOKENS),
  prompt_logprobs: refused("Use 'echo' with 'logprobs' of /v1/completions."),
  skip_special_tokens: refused('Special tokens are never part of the text.', true),
  spaces_between_special_tokens: 'ignored',
  add_special_tokens: 'ignored',
  truncate_prompt_tokens: refused('Send the text that is to be read.'),
  truncation_side: 'ignored',
  thinking_token_budget: refused("Use 'reasoning_effort'.", -1),
  watermarking: refused('Answers carry no watermark.', false),
  n_cmpl: refused('One answer a request is made.', 1),
  n_indent: refused('Describe the format in the prompt.', 0),
  n_probs: refused("Use 'logprobs' and 'top_logprobs'.", 0),
  post_sampling_probs: refused("Use 'logprobs' and 'top_logprobs'.", false),
  lora: refused('Name a model that includes the adapter.'),
  options: refused('Send its settings as fields of the request.', {}),
  return_token_ids: refused('Answers hold text, not token ids.', false),
  return_tokens: refused('Answers hold text, not token ids.', false),
  return_tokens_as_token_ids: refused('Answers hold text, not token ids.', false),
  return_token_offsets: 'ignored',
  return_prompt_text: refused('Answers do not hold the prompt.', false),
  return_mm_kwargs: 'ignored',
  response_fields: 'ignored',
  include_reasoning: 'ignored',
  reasoning_format: 'ignored',
  thinking_forced_open: 'ignored',
  parse_tool_calls: 'ignored',
  verbose: 'ignored',
  n_discard: 'ignored',
  adaptive_target: refused(SAMPLER, -1),
  adaptive_decay: 'ignored',
  backend_sampling: 'ignored',
  grammar_lazy: refused(GRAMMAR, false),
  grammar_triggers: refused(GRAMMAR),
  grammar_type: 'ignored',
  preserved_tokens: 'ignored',
  chat_format: refused(TEMPLATE),
  chat_parser: refused(TEMPLATE, ''),
  generation_prompt: refused(TEMPLATE, ''),
  reasoning_control: 'ignored',
  reasoning_budget_tokens: refused("Use 'reasoning_effort'.", -1),
  reasoning_budget_start_tag: 'ignored',
  reasoning_budget_end_tag: 'ignored',
  reasoning_budget_end_tags: 'ignored',
  reasoning_budget_message: 'ignored',
  cache_prompt: 'ignored',
  cache_salt: 'ignored',
  id_slot: 'ignored',
  n_keep: 'ignored',
  n_cache_reuse: 'ignored',
  t_max_predict_ms: 'ignored',
  timings_per_token: 'ignored',
  sse_ping_interval: 'ignored',
  stream_interval: 'ignored',
  priority: 'ignored',
  request_id: 'ignored',
  session_id: 'ignored',
  kv_transfer_params: 'ignored',
  ec_transfer_params: 'ignored',
  routed_experts_prompt_start: 'ignored',
  vllm_xargs: 'ignored',
  draft_model: 'ignored',
  ttl: 'ignored',
  keep_alive: 'ignored',
  _debug_render_only: refused('Answers do not hold the prompt.', false),
} as const satisfies Record<string, Row>;

/** What OpenAI's APIs share. */
const OF_OPENAI = {
  service_tier: 'ignored',
  prompt_cache_retention: 'ignored',
  prompt_cache_options: 'ignored',
  moderation: 'ignored',
} as const satisfies Record<string, Row>;

/** What a response repeats, and the other answers do not. */
const OF_CHAT = {
  metadata: 'ignored',
  store: 'ignored',
  user: 'ignored',
  safety_identifier: 'ignored',
  prompt_cache_key: 'ignored',
} as const satisfies Record<string, Row>;

const ROWS = {
  chat: {
    ...OF_SERVERS,
    ...OF_OPENAI,
    ...OF_CHAT,
    functions: refused("Use 'tools' instead."),
    function_call: refused("Use 'tool_choice' instead."),
    modalities: refused('Models here answer in text.', ['text']),
    audio: refused('Models here answer in text.'),
    web_search_options: refused('Nothing here searches the web.'),
    prediction: 'ignored',
    verbosity: 'ignored',
    echo: refused("Use 'echo' of /v1/completions.", false),
    add_generation_prompt: refused('End the messages with the beginning of the answer.', true),
    continue_final_message: refused('End the messages with the beginning of the answer.', false),
    documents: refused('Put their text into the messages.'),
    chat_template: refused(TEMPLATE, ''),
    media_io_kwargs: 'ignored',
    mm_processor_kwargs: 'ignored',
  },
  responses: {
    ...OF_SERVERS,
    ...OF_OPENAI,
    prompt: refused("Send its text as 'instructions' and 'input'."),
    conversation: refused("Use 'previous_response_id' instead."),
    context_management: 'ignored',
    access_programs: 'ignored',
    image: 'ignored',
    max_tool_calls: 'ignored',
    stream_options: 'ignored',
  },
  completions: {
    ...OF_SERVERS,
    ...OF_OPENAI,
    ...OF_CHAT,
    prompt_embeds: refused("Use 'prompt'."),
    continue_final_message: 'ignored',
  },
  messages: {
    container: refused('No code runs in containers here.'),
    mcp_servers: refused("Connect MCP servers in the client, and send their tools in 'tools'."),
    cache_control: 'ignored',
    service_tier: 'ignored',
    inference_geo: 'ignored',
    diagnostics: 'ignored',
    speed: 'ignored',
    user_profile_id: 'ignored',
    workspace_id: 'ignored',
    billing_policy: 'ignored',
    compaction: refused('Send the messages that are to be read.'),
    fallback_credit_token: 'ignored',
    fallbacks: 'ignored',
    thread: refused('Send the messages that are to be read.'),
    betas: 'ignored',
  },
  embeddings: {
    user: 'ignored',
    input_type: 'ignored',
    task: 'ignored',
    truncate: 'ignored',
    truncation_side: 'ignored',
    truncate_prompt_tokens: refused('Send the text that is to be read.'),
    messages: refused("Use 'input'."),
    embd_normalize: refused('Vectors have the length 1.', 2),
    normalize: refused('Vectors have the length 1.', true),
    options: refused('Send its settings as fields of the request.', {}),
    use_activation: 'ignored',
    embed_dtype: refused('Vectors are numbers of 32 bits.', 'float32'),
    endianness: refused('Vectors are in little-endian order.', 'little', 'native'),
    keep_alive: 'ignored',
    priority: 'ignored',
    request_id: 'ignored',
    add_special_tokens: 'ignored',
    mm_processor_kwargs: 'ignored',
    cache_salt: 'ignored',
  },
  rerank: {
    max_tokens_per_doc: 'ignored',
    rank_fields: refused("Send the text of each document as 'text'."),
    truncate_prompt_tokens: refused('Send the text that is to be read.'),
  },
  ocr: {
    pages: refused('Send one picture for each page.'),
    include_image_base64: refused('Pictures inside a page are not cut out.', false),
    image_limit: 'ignored',
    image_min_size: 'ignored',
    bbox_annotation_format: refused('Ask a chat model about the text.'),
    document_annotation_format: refused('Ask a chat model about the text.'),
    document_annotation_prompt: refused('Ask a chat model about the text.'),
    table_format: refused('Tables are written in Markdown.', 'markdown'),
    extract_header: 'ignored',
    extract_footer: 'ignored',
    id: 'ignored',
  },
  speech: {
    instructions: refused('The voice has one way of speaking.', ''),
    user: 'ignored',
    prompt_cache_key: 'ignored',
  },
  transcription: {
    include: refused("Ask for 'verbose_json', whose segments have 'avg_logprob'.", []),
    diarize: refused("Ask for 'diarized_json' as 'response_format'.", false, 'false', '0'),
    to_language: refused("Translations are English; leave it out, or use 'en'.", 'en'),
    chunking_strategy: 'ignored',
    vad_filter: 'ignored',
    hotwords: refused("Use 'prompt'."),
    n: refused('One transcript a request is made.', '1'),
    use_beam_search: refused("Use 'temperature'.", 'false'),
    length_penalty: 'ignored',
    include_stop_str_in_output: 'ignored',
    top_p: 'ignored',
    top_k: 'ignored',
    min_p: 'ignored',
    frequency_penalty: 'ignored',
    presence_penalty: 'ignored',
    repetition_penalty: 'ignored',
    max_completion_tokens: 'ignored',
    stream_include_usage: 'ignored',
    stream_continuous_usage_stats: 'ignored',
    vllm_xargs: 'ignored',
    seed: 'ignored',
    user: 'ignored',
  },
  reasoning: {},
  files: {},
  'vector-stores': {},
  'vector-store-search': {},
  'vector-store-files': {},
  batches: {},
} as const satisfies Record<string, Readonly<Record<string, Row>>>;

export type FieldTable = keyof typeof ROWS;

/** The rows of an API by field. */
export const REQUEST_FIELDS = new Map(
  Object.entries(ROWS).map(([api, rows]) => [api, new Map<string, Row>(Object.entries(rows))]),
);

/** An error for each field of a raw body that would change the answer and cannot be followed. */
export function* refusals(api: FieldTable, body: Record<string, unknown>): Generator<FoundError> {
  for (const [name, row] of REQUEST_FIELDS.get(api) ?? []) {
    if (row === 'ignored' || !Object.hasOwn(body, name) || asksNothing(row, body[name])) continue;
    yield { path: [name], error: unsupportedParameter(name, row.hint) };
  }
}

function asksNothing({ unless }: Exclude<Row, 'ignored'>, value: unknown): boolean {
  if (value === null || value === undefined) return true;
  const text = JSON.stringify(value);
  return text === '[]' || unless.some((one) => JSON.stringify(one) === text);
}

/** Names of given fields without a meaning here, for the header that reports them. */
export function ignoredFields(body: Record<string, unknown>, shape: object): string[] {
  return Object.keys(body)
    .filter((name) => !Object.hasOwn(shape, name) && (body[name] ?? null) !== null)
    .filter((name) => /^[\w.$-]{1,64}$/.test(name))
    .slice(0, 32);
}
