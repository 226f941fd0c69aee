/** Requests of one day, key, model and endpoint, added up. */
export interface UsageSum {
  /** UTC, `YYYY-MM-DD`. */
  day: string;
  keyId: string;
  model: string;
  endpoint: string;
  requests: number;
  failed: number;
  promptTokens: number;
  completionTokens: number;
}
