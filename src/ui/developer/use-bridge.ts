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
    pairByAddress(pair).catch(reportError);
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

/** The token that this page pairs with now: it works once. */
let using: string | null = null;

/**
 * Pairs by the token of the address, which is removed from it afterwards, as it belongs into no history: a first visit may
 * load the page once more meanwhile, and would be without it.
 */
async function pairByAddress(pair: Bridge['pair']): Promise<void> {
  const { hash, pathname, search } = location;
  if (!hash.startsWith(PAIR_FRAGMENT) || using === hash) return;
  using = hash;
  try {
    await pair(hash.slice(PAIR_FRAGMENT.length));
  } finally {
    using = null;
    if (location.hash === hash) history.replaceState(history.state, '', pathname + search);
  }
}
