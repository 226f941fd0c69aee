import { useEffect, useState } from 'react';
import { appPath } from '#contract/app-path.ts';
import controls from '#ui/kit/controls.module.css';
import page from '#ui/kit/page.module.css';
import { type Operation, readOperations } from './read-openapi.ts';
import { ReferenceOperation } from './reference-operation.tsx';

/** The reference of `/v1`, drawn from the same document that clients can read. */
export function Reference() {
  const [operations, setOperations] = useState<readonly Operation[] | null>(null);
  const [error, setError] = useState('');

  useEffect(() => {
    let mounted = true;
    fetch(appPath('/openapi.json'))
      .then((response) => response.json())
      .then((document) => mounted && setOperations(readOperations(document)))
      .catch(
        (reason: Error) =>
          mounted && setError(`The reference could not be read: ${reason.message}`),
      );
    return () => {
      mounted = false;
    };
  }, []);

  return (
    <section className={page['section']} aria-label="Reference">
      <p className={controls['secondary']}>
        Base address: <code>{`${location.origin}${appPath('/v1')}`}</code>. The whole document:{' '}
        <a href={appPath('/openapi.json')}>/openapi.json</a>.
      </p>
      {error !== '' && <p className={controls['error']}>{error}</p>}
      <div>
        {operations?.map((operation) => (
          <ReferenceOperation key={`${operation.method} ${operation.path}`} operation={operation} />
        ))}
      </div>
    </section>
  );
}
