/** What a client should call where it asks for an endpoint of another service that this one does not have. */
const WAYS_OUT: Readonly<Record<string, string>> = {
  '/v1': 'Clients add the path of an endpoint to this address.',
  '/v1/complete': 'Use /v1/messages with an Anthropic client.',
  '/v1/audio/voices': 'The voice of /v1/audio/speech is `heart`.',
  '/v1/images': 'Models here do not draw.',
  '/v1/videos': 'Models here do not draw.',
  '/v1/moderations': 'No model here classifies text; a chat model with response_format can.',
  '/v1/uploads': 'Send the file in one piece to /v1/files.',
  '/v1/conversations': 'Use previous_response_id of /v1/responses.',
  '/v1/assistants': 'Use /v1/responses with previous_response_id.',
  '/v1/threads': 'Use /v1/responses with previous_response_id.',
  '/v1/realtime':
    'A session is a WebSocket, which the server of npm start has, or alcove.realtime() in a page; it transcribes, and does not answer.',
  '/v1/fine_tuning': 'Models here are used, not trained.',
};

/** A sentence to follow an "unknown address", by the longest known part of the path; empty where there is none. */
export function wayOut(path: string): string {
  if (path.startsWith('/v1/v1')) return 'The address of the client already ends with /v1.';
  const parts = path.replace(/\/+$/, '').split('/');
  // "/v1" itself does not identify another endpoint.
  for (let length = parts.length; length > 2 || length === parts.length; length--) {
    const found = WAYS_OUT[parts.slice(0, length).join('/')];
    if (found) return found;
  }
  return '';
}
