import type { Provider } from '#contract/providers.ts';
import type { ProviderTest } from '#transport/provider-control.ts';
import { Button } from '#ui/kit/button.tsx';
import { providersText } from '#ui/messages/providers.ts';
import styles from './providers.module.css';
import { ThroughServerOffer } from './through-server.tsx';

interface ConnectionResultProps {
  result: ProviderTest;
  config: Provider;
  /** Applies the settings that worked. */
  onUse: (fields: Partial<Provider>) => void;
}

/** The result of "Test connection", with the remedy. */
export function ConnectionResult({ result, config, onUse }: ConnectionResultProps) {
  const { state, suggestion } = result;
  return (
    <div className={styles['note']} role="status">
      <p className={state === 'ok' ? styles['good'] : styles['bad']}>{sentenceOf(result)}</p>
      {state === 'cors' && (
        <>
          <CorsOptions origin={location.origin} />
          <ThroughServerOffer onUse={() => onUse({ via: 'server' })} />
        </>
      )}
      {state === 'unreachable' && (
        <a href={`${config.baseUrl}/models`} target="_blank" rel="noreferrer">
          {providersText.openAddress}
        </a>
      )}
      {state === 'needs-reload' && (
        <Button onClick={() => location.reload()}>{providersText.reload}</Button>
      )}
      {suggestion !== undefined && (
        <Button onClick={() => onUse({ baseUrl: suggestion })}>
          {providersText.tryAddress(suggestion)}
        </Button>
      )}
    </div>
  );
}

/** The option that lets pages of this origin read answers, by server. */
function CorsOptions({ origin }: { origin: string }) {
  return (
    <dl className={styles['options']}>
      {corsOptions(origin).map(([name, option]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <code>{option}</code>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function sentenceOf({ state, status = 0, models }: ProviderTest): string {
  switch (state) {
    case 'ok':
      return providersText.ok(models.length);
    case 'offline-mode':
      return providersText.offlineMode;
    case 'needs-reload':
      return providersText.needsReload;
    case 'cors':
      return providersText.cors;
    case 'unauthorized':
      return providersText.unauthorized(status);
    case 'wrong-path':
      return providersText.wrongPath(status);
    case 'not-api':
      return providersText.notApi;
    case 'mixed-content':
      return providersText.mixedContent;
    case 'local-network':
      return providersText.localNetwork;
    case 'unreachable':
      return providersText.unreachable;
    case 'certificate':
      return providersText.certificate;
    case 'unknown-name':
      return providersText.unknownName;
    case 'refused':
      return providersText.refused;
    case 'redirect':
      return providersText.redirect;
    case 'no-server':
      return providersText.noServer;
    case 'status':
      return providersText.status(status);
  }
}

/** How to configure CORS for an origin, by the server's name. */
function corsOptions(origin: string): readonly (readonly [name: string, option: string])[] {
  return [
    ['vLLM', `vllm serve … --allowed-origins '["${origin}"]'`],
    ['Ollama', `OLLAMA_ORIGINS=${origin} ollama serve`],
    ['LM Studio', 'lms server start --cors'],
    ['llama.cpp', `llama-server … --cors-origins ${origin}`],
    ['LiteLLM', `LITELLM_CORS_ORIGINS=${origin} litellm …`],
    ['Ray Serve', `app.add_middleware(CORSMiddleware, allow_origins=["${origin}"], …)`],
  ];
}
