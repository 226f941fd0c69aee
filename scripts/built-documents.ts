// What the build writes next to the app, from the same sources as the app itself.
export { createOpenApi } from '#contract/openapi.ts';
export {
  CONSENT_HEADERS,
  DOWNLOAD_HEADERS,
  ISOLATION_HEADERS,
} from '#transport/isolation-headers.ts';
