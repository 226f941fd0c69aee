import { useCallback, useEffect, useState } from 'react';
import { type BridgeStatus, PAIR_FRAGMENT } from '#transport/bridge-messages.ts';
import { useServices } from '#ui/services.ts';
import { describeError } from '#ui/state/describe-error.ts';

/** Milliseconds between looks at the connection while it is shown. */
const LOOK_MS = 1_000;

interface Bridge {
  /** Null until it is known. */
  state: BridgeStatus['state'] | null;
  /** Why the last code was refused. */
  problem: string | null;
  /** Pairs this browser by a code or by the address that ends with it. */
  pair: (code: string) => Promise<void>;
}

/** The connection to the server of this page, and its pairing: by the address that the server printed, or by hand. */
export function useBridge(): Bridge {
  const { control } = useServices();
  const [state, setState] = useState<Bridge['state']>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const pair = useCallback(
    async (code: string) => {
      const token = code.slice(code.lastIndexOf('=') + 1).trim();
      if (token === '') return;
      setProblem(null);
      try {
        await control((c) => c.pairBridge(token));
      } catch (error) {
        setProblem(describeError(error));
      }
      setState((await control((c) => c.bridgeStatus())).state);
    },
    [control],
  );

  useEffect(() => {
    const token = consumeToken();
    if (token !== null) pair(token).catch(reportError);
    const look = () =>
      control((c) => c.bridgeStatus()).then(
        (status) => setState(status.state),
        () => {},
      );
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [control, pair]);
  return { state, problem, pair };
}

/** The token of the address, which is removed from it: it works once, and belongs into no history. */
function consumeToken(): string | null {
  const { hash, pathname, search } = location;
  if (!hash.startsWith(PAIR_FRAGMENT)) return null;
  history.replaceState(history.state, '', pathname + search);
  return hash.slice(PAIR_FRAGMENT.length);
}
