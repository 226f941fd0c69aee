/** Every page of the app but Models, which draws no stored rows. */
export const STORED_PAGES = [
  '/chat',
  '/search',
  '/transcribe',
  '/embeddings',
  '/developer',
  '/developer/keys',
  '/developer/requests',
  '/developer/usage',
  '/developer/playground',
  '/developer/reference',
  '/settings',
  '/settings/data',
  '/settings/privacy',
  '/settings/providers',
  '/settings/service',
];
