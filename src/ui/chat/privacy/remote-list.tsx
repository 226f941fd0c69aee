import type { RouteView } from '#transport/provider-control.ts';
import controls from '#ui/kit/controls.module.css';
import { providersText } from '#ui/messages/providers.ts';
import styles from './privacy.module.css';

/** Providers that may answer a chat, and how they treat its data. */
export function RemoteList({ remotes }: { remotes: RouteView['remotes'] }) {
  return (
    <ul className={styles['remotes']}>
      {remotes.map(({ model, name, host, via, boundary, retains, trains, region }) => (
        <li key={model}>
          <strong>{name}</strong>
          <span>
            {[
              model,
              host,
              via === 'server' ? providersText.viaServer : '',
              providersText[boundary],
              region,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <span className={controls['secondary']}>
            {providersText.retention(providersText[retains], providersText[trains])}
          </span>
        </li>
      ))}
    </ul>
  );
}
