import { catalogue } from './catalogue.ts';

/** Developer → Connect: programs outside the browser. */
export const connectText = catalogue('connect', {
  title: 'Connect',
  noServer: 'Only pages of this site can call /v1',
  startServer:
    'This site is a static host. To call the models from other programs on this computer, start Alcove with this command in its folder and open the address that it prints.',
  serverAway: 'The server does not answer',
  startServerAgain: 'Start the server of Alcove again. This tab connects by itself.',
  notPaired: 'One step left',
  pairOnce:
    'Enter the code that the terminal shows, or open the address next to it. Each code works once.',
  connecting: 'Connecting…',
  connectingDetail: 'The tab connects to its server by itself.',
  connected: 'Connected',
  connectedDetail:
    'Programs on this computer can call /v1 with an API key while a tab of Alcove is open.',
  code: 'Code or address',
  pair: 'Pair',
  program: 'Program',
  copyCode: 'Copy code',
  createKey: 'Create a key and put it in the code',
  keyHint: 'Or store an API key in the environment variable ALCOVE_API_KEY.',
  keyInCode: 'The key is in the code. It is not shown again; revoke it under Keys.',
});
