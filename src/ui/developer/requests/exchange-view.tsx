import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import type { Exchange, RecordedBody } from '#storage/service-records.ts';
import developer from '#ui/developer/developer.module.css';
import { readAnswer } from '#ui/developer/playground/read-answer.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import { formatBytes, formatCount, formatDecimal, formatPercent } from '#ui/kit/format.ts';
import { Table } from '#ui/kit/table.tsx';
import { developerText } from '#ui/messages/developer.ts';
import { inspectorText } from '#ui/messages/inspector.ts';
import {
  isStream,
  prettyText,
  type ReadToken,
  readCalls,
  readStreamEvents,
  readTokens,
} from './read-exchange.ts';
import styles from './request.module.css';

/** Rows of a table that are drawn: a browser takes seconds for tens of thousands. */
const MAX_DRAWN = 1_000;

interface Part {
  id: string;
  name: string;
  show: () => ReactNode;
}

/** The request and the answer as they were recorded, in parts of which one is shown. */
export function ExchangeView({ exchange }: { exchange: Exchange }) {
  const parts: Part[] = [
    { id: 'request', name: inspectorText.request, show: () => <Body body={exchange.request} /> },
    { id: 'response', name: inspectorText.response, show: () => <Response exchange={exchange} /> },
    ...(isStream(exchange)
      ? [{ id: 'events', name: inspectorText.events, show: () => <Events exchange={exchange} /> }]
      : []),
    { id: 'tokens', name: inspectorText.tokens, show: () => <Tokens exchange={exchange} /> },
    { id: 'headers', name: inspectorText.headers, show: () => <AllHeaders exchange={exchange} /> },
  ];
  const [open, setOpen] = useState('request');
  const id = useId();
  const shown = parts.find((part) => part.id === open) ?? parts[0];
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const at = parts.findIndex((part) => part.id === shown?.id) + step;
    const next = parts[(at + parts.length) % parts.length];
    if (!next) return;
    setOpen(next.id);
    document.getElementById(`${id}-${next.id}`)?.focus();
  };
  return (
    <div className={styles['exchange']}>
      <div
        role="tablist"
        aria-label={inspectorText.title}
        className={`${developer['small']} ${styles['parts']}`}
      >
        {parts.map((part) => (
          <Button
            kind="plain"
            key={part.id}
            role="tab"
            id={`${id}-${part.id}`}
            aria-selected={part === shown}
            aria-controls={`${id}-panel`}
            tabIndex={part === shown ? 0 : -1}
            onKeyDown={move}
            onClick={() => setOpen(part.id)}
          >
            {part.name}
          </Button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown?.id}`}>
        {shown?.show()}
      </div>
    </div>
  );
}

function Body({ body }: { body: RecordedBody | null }) {
  if (!body) return <p className={controls['secondary']}>{inspectorText.noBody}</p>;
  if (body.text === '' && body.bytes > 0) {
    const text = inspectorText.notText(body.type, formatBytes(body.bytes));
    return <p className={controls['secondary']}>{text}</p>;
  }
  return (
    <>
      {body.isCut && (
        <p className={controls['secondary']}>{inspectorText.cut(formatCount(body.text.length))}</p>
      )}
      <Listing text={prettyText(body.text)} />
    </>
  );
}

function Listing({ text }: { text: string }) {
  return (
    <div className={styles['listing']}>
      <CopyButton text={text} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre tabIndex={0} className={controls['listing']}>
        {text}
      </pre>
    </div>
  );
}

/** The answer to read, the calls in it, and its body. */
function Response({ exchange }: { exchange: Exchange }) {
  const { response } = exchange;
  const calls = readCalls(exchange);
  const text = response ? readAnswer(response.text, isStream(exchange)) : '';
  return (
    <>
      {text !== '' && text !== response?.text && (
        <p className={styles['reading']} dir="auto">
          {text}
        </p>
      )}
      {calls.length > 0 && (
        <dl className={styles['calls']}>
          {calls.map(({ name, argumentsText }, i) => (
            // Calls have no other name than their place.
            // biome-ignore lint/suspicious/noArrayIndexKey: a recorded answer does not change
            <div key={i}>
              <dt>{name}</dt>
              <dd>
                <code>{argumentsText}</code>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Body body={response} />
    </>
  );
}

const milliseconds = (at: number | null) => (at === null ? '' : `${formatDecimal(at, 1)} ms`);

function Events({ exchange }: { exchange: Exchange }) {
  const events = readStreamEvents(exchange);
  const drawn = events.slice(0, MAX_DRAWN);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section tabIndex={0} aria-label={inspectorText.events} className={styles['scroll']}>
      <Table
        caption={inspectorText.events}
        columns={[
          { name: inspectorText.eventsAfter, isNumber: true },
          { name: inspectorText.eventsGap, isNumber: true },
          inspectorText.eventsData,
        ]}
      >
        {drawn.map(({ at, type, data }, i) => {
          const before = drawn[i - 1]?.at ?? 0;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a recorded answer does not change
            <tr key={i}>
              <td className={controls['number']}>{milliseconds(at)}</td>
              <td className={controls['number']}>{milliseconds(at === null ? at : at - before)}</td>
              <td>
                {type && <small>{type} </small>}
                <code>{data}</code>
              </td>
            </tr>
          );
        })}
      </Table>
      {events.length > MAX_DRAWN && (
        <p className={controls['secondary']}>
          {inspectorText.moreEvents(events.length - MAX_DRAWN)}
        </p>
      )}
    </section>
  );
}

/** How strongly a token is coloured: none where it was certain, full where it had one chance in fifty or less. */
const heat = ({ logprob }: ReadToken) => Math.min(1, -logprob / Math.log(50));
const percent = (logprob: number) => formatPercent(Math.exp(logprob), 1);

/** The tokens with how likely each was, as a strip and as a table. */
function Tokens({ exchange }: { exchange: Exchange }) {
  const tokens = readTokens(exchange);
  if (tokens.length === 0) return <p className={controls['secondary']}>{inspectorText.noTokens}</p>;
  const drawn = tokens.slice(0, MAX_DRAWN);
  return (
    <>
      <p className={controls['secondary']}>
        {inspectorText.heatHint} <Swatch heat={0} /> {inspectorText.likely} <Swatch heat={1} />{' '}
        {inspectorText.unlikely}
      </p>
      <p className={styles['strip']} aria-hidden="true">
        {drawn.map((token, i) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a recorded answer does not change
            key={i}
            title={[
              `${percent(token.logprob)} ${token.text}`,
              ...token.others.map((other) => `${percent(other.logprob)} ${other.text}`),
            ].join('\n')}
            style={{ ['--heat' as string]: heat(token) }}
          >
            {token.text}
          </span>
        ))}
      </p>
      <details>
        <summary>{inspectorText.asTable}</summary>
        <Table
          caption={inspectorText.tokens}
          columns={[
            inspectorText.token,
            { name: inspectorText.probability, isNumber: true },
            inspectorText.alternatives,
          ]}
        >
          {drawn.map((token, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a recorded answer does not change
            <tr key={i}>
              <td className={styles['token']}>
                <code>{JSON.stringify(token.text)}</code>
              </td>
              <td className={controls['number']}>{percent(token.logprob)}</td>
              <td>
                {token.others
                  .map((other) => `${JSON.stringify(other.text)} ${percent(other.logprob)}`)
                  .join(', ')}
              </td>
            </tr>
          ))}
        </Table>
      </details>
    </>
  );
}

function Swatch({ heat: value }: { heat: number }) {
  return (
    <i className={styles['swatch']} aria-hidden="true" style={{ ['--heat' as string]: value }} />
  );
}

function AllHeaders({ exchange }: { exchange: Exchange }) {
  const lists = [
    [inspectorText.requestHeaders, exchange.requestHeaders],
    [inspectorText.responseHeaders, exchange.responseHeaders],
  ] as const;
  return lists.map(([title, headers]) => (
    <div key={title}>
      <h3>{title}</h3>
      <Table caption={title} columns={[developerText.name, inspectorText.eventsData]}>
        {headers.map(([name, value], i) => (
          // A header may be there twice.
          // biome-ignore lint/suspicious/noArrayIndexKey: a recorded request does not change
          <tr key={i}>
            <td>
              <code>{name}</code>
            </td>
            <td>
              <code>{value}</code>
            </td>
          </tr>
        ))}
      </Table>
    </div>
  ));
}
