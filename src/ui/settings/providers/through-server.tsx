import { useId } from 'react';
import type { Provider } from '#contract/providers.ts';
import type { BridgeStatus } from '#transport/bridge-messages.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { CheckBox } from '#ui/kit/field.tsx';
import { useAsync } from '#ui/kit/use-async.ts';
import { providersText } from '#ui/messages/providers.ts';
import { useServices } from '#ui/services.ts';

/** How this browser stands with the server of its page; null until it is known. */
function useServer(): BridgeStatus | null {
  const { control } = useServices();
  return useAsync(() => control((c) => c.bridgeStatus())).value;
}

/** Offers to have the server of this page call a provider that lets no page read its answers. */
export function ThroughServerOffer({ onUse }: { onUse: () => void }) {
  const server = useServer();
  if (server?.relays) {
    return (
      <>
        <p>{providersText.orThroughServer}</p>
        <Button onClick={onUse}>{providersText.throughServer}</Button>
      </>
    );
  }
  return server?.state === 'not-paired' ? <p>{providersText.pairFirst}</p> : null;
}

interface ThroughServerFieldProps {
  via: Provider['via'];
  onChange: (via: Provider['via']) => void;
}

/** Whether the server of this page calls a provider; not shown where there is none. */
export function ThroughServerField({ via, onChange }: ThroughServerFieldProps) {
  const server = useServer();
  const hint = useId();
  if (via === 'page' && !server?.relays) return null;
  return (
    <div>
      <CheckBox
        label={providersText.throughServer}
        aria-describedby={hint}
        checked={via === 'server'}
        onChange={(event) => onChange(event.target.checked ? 'server' : 'page')}
      />
      <p id={hint} className={controls['secondary']}>
        {providersText.throughServerHint}
      </p>
    </div>
  );
}
