/** What a client should call where it asks for an endpoint of OpenAI's that this service does not have. */
const WAYS_OUT: Readonly<Record<string, string>> = {
  '/v1': 'Clients add the path of an endpoint to this address.',
  '/v1/completions': 'Use /v1/chat/completions: ChatOpenAI in LangChain, chatModel in the AI SDK.',
  '/v1/audio/speech': 'Models here listen; none speaks.',
  '/v1/images/generations': 'Models here do not draw.',
  '/v1/moderations': 'No model here classifies text; a chat model with response_format can.',
};

/** A sentence to follow an "unknown address"; empty where there is nothing to add. */
export function wayOut(path: string): string {
  return WAYS_OUT[path] ?? '';
}
