import { useEffect, useState } from 'react';
import { appPath } from '#contract/app-path.ts';
import controls from '#ui/kit/controls.module.css';
import { Field } from '#ui/kit/field.tsx';
import page from '#ui/kit/page.module.css';
import { developerText } from '#ui/messages/developer.ts';
import { findOperations, type Operation, readOperations } from './read-openapi.ts';
import { ReferenceOperation } from './reference-operation.tsx';

const OPENAPI_NAME = '/openapi.json';

/** The reference of `/v1`, drawn from the same document that clients can read. */
export function Reference() {
  const [operations, setOperations] = useState<readonly Operation[] | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [query, setQuery] = useState('');
  const found = operations && findOperations(operations, query);

  useEffect(() => {
    let mounted = true;
    fetch(appPath('/openapi.json'))
      .then((response) => response.json())
      .then((document) => mounted && setOperations(readOperations(document)))
      .catch(() => mounted && setFailed(true));
    return () => {
      mounted = false;
    };
  }, []);

  return (
    <section className={page['section']} aria-label={developerText.reference}>
      <p className={controls['secondary']}>
        {developerText.baseAddress} <code>{`${location.origin}${appPath('/v1')}`}</code>
        {' · '}
        {developerText.wholeDocument} <a href={appPath('/openapi.json')}>{OPENAPI_NAME}</a>
        {' · '}
        <a href={appPath('/docs/index.html')}>{developerText.documentation}</a>
      </p>
      {hasFailed && <p className={controls['error']}>{developerText.referenceNotRead}</p>}
      <Field
        type="search"
        label={developerText.searchReference}
        isLabelHidden
        placeholder={developerText.searchReference}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <div>
        {found?.map((operation) => (
          <ReferenceOperation
            key={`${operation.method} ${operation.path}`}
            operation={operation}
            query={query.trim()}
          />
        ))}
        {found?.length === 0 && <p role="status">{developerText.nothingFound}</p>}
      </div>
    </section>
  );
}
