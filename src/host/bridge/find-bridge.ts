import { appPath } from '#contract/app-path.ts';
import { BRIDGE_FILE, BRIDGE_VERSION, type BridgeDescription } from '#transport/bridge-messages.ts';

/**
 * Whether the server of this page passes requests of other programs on. Asked before a socket is opened: a failed
 * handshake is an error in the console, and every build has an empty file for static hosts.
 */
export async function findBridge(): Promise<'found' | 'none' | 'away'> {
  let response: Response;
  try {
    response = await fetch(appPath(BRIDGE_FILE), { cache: 'no-store' });
  } catch {
    return 'away';
  }
  try {
    const { bridge } = (await response.json()) as BridgeDescription;
    if (bridge === 'away') return 'away';
    return bridge === BRIDGE_VERSION ? 'found' : 'none';
  } catch {
    // A host without the file answers with its page.
    return 'none';
  }
}
