/** How to configure CORS for an origin, by the server's name. */
export function corsOptions(origin: string): readonly (readonly [name: string, option: string])[] {
  return [
    ['vLLM', `vllm serve … --allowed-origins '["${origin}"]'`],
    ['Ollama', `OLLAMA_ORIGINS=${origin} ollama serve`],
    ['LM Studio', 'lms server start --cors'],
    ['llama.cpp', `llama-server … --cors-origins ${origin}`],
    ['LiteLLM', `LITELLM_CORS_ORIGINS=${origin} litellm …`],
    ['Ray Serve', `app.add_middleware(CORSMiddleware, allow_origins=["${origin}"], …)`],
  ];
}
