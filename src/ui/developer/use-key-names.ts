import { useEffect, useState } from 'react';
import { developerText } from '#ui/messages/developer.ts';
import { useServices } from '#ui/services.ts';

/** Names of the keys by their ids, read again when `changes` does. */
export function useKeyNames(changes: string | number): ReadonlyMap<string, string> {
  const { control } = useServices();
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  // biome-ignore lint/correctness/useExhaustiveDependencies: `changes` says that there may be another key
  useEffect(() => {
    let isGone = false;
    control((c) => c.listApiKeys()).then((keys) => {
      if (isGone) return;
      const own = ['session', developerText.thisApp] as const;
      setNames(new Map([own, ...keys.map((k) => [k.id, k.name] as const)]));
    }, reportError);
    return () => {
      isGone = true;
    };
  }, [control, changes]);
  return names;
}
