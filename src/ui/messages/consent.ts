import { catalogue } from './catalogue.ts';

/** The window in which a person answers a site that asks to be connected. */
export const consentText = catalogue('consent', {
  title: 'Connect a site',
  waiting: 'Waiting for the site…',
  nobodyAsks: 'No site asks',
  nobodyAsksAdvice:
    'This window is opened by sites that want to use your models. The site that opened it cannot be reached: its pages may be cut off from windows that they open.',
  asks: (host: string) => `Connect ${host}?`,
  lead: 'This site wants to use the models in your browser. It sees the names of your models, and what it sends and gets back; not your chats, documents or recordings.',
  site: 'Site',
  models: 'Models',
  noModels: 'None installed',
  limits: 'Limits',
  limitsText: (requests: string, tokens: string) =>
    `${requests} requests a minute and ${tokens} tokens a day. Answers come from this device alone.`,
  lasts: 'How long',
  once: 'Once, for this page',
  session: 'Until Alcove is closed',
  always: 'Until I revoke it',
  allow: 'Allow',
  refuse: 'Refuse',
  change: 'Change limits or revoke it at any time under Developer → Keys.',
  connected: (host: string) => `${host} is connected`,
  leaveOpen:
    'This window runs the models: leave it open while you use the site. With Alcove open in a tab it would have closed by itself.',
  mayClose: 'You can close this window.',
  failed: 'The site could not be connected.',
});
