import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { UsageRow } from '#storage/service-records.ts';
import { formatCount, formatDecimal, formatSeconds } from '#ui/kit/format.ts';
import { language } from '#ui/messages/catalogue.ts';
import { developerText } from '#ui/messages/developer.ts';
import styles from './requests.module.css';
import { waterfall, wholeSeconds, writingRate } from './waterfall.ts';

interface RequestRowProps {
  row: UsageRow;
  /** Seconds that fill the width. */
  longest: number;
  keyName: string | undefined;
}

/** One request as a line with its waterfall; opened, all its figures. */
export function RequestRow({ row, longest, keyName }: RequestRowProps) {
  const steps = waterfall(row);
  const whole = wholeSeconds(row);
  const rate = writingRate(row);
  const time = new Date(row.at).toLocaleTimeString(language());
  const isFailed = row.status >= 400;
  return (
    <li className={styles['row']}>
      <details>
        <summary>
          <time dateTime={new Date(row.at).toISOString()}>{time}</time>
          <span className={isFailed ? styles['failed'] : styles['status']}>{row.status}</span>
          <span className={styles['name']}>
            {row.endpoint || developerText.unknownEndpoint}
            <small>{row.model || row.errorCode}</small>
          </span>
          <span className={styles['track']} aria-hidden="true">
            <span style={{ width: `${(100 * whole) / longest}%` }}>
              {steps.map(({ phase, seconds }) => (
                <i key={phase} data-phase={phase} style={{ flexGrow: seconds }} />
              ))}
            </span>
          </span>
          <span className={styles['whole']}>{formatSeconds(whole)}</span>
        </summary>
        <dl className={styles['facts']}>
          {steps.map(({ phase, seconds }) => (
            <Fact key={phase} name={developerText[phase]} value={formatSeconds(seconds)} />
          ))}
          <Fact name={developerText.tokensIn} value={formatCount(row.promptTokens)} />
          <Fact name={developerText.tokensOut} value={formatCount(row.completionTokens)} />
          {rate !== null && (
            <Fact
              name={developerText.speed}
              value={developerText.tokensPerSecond(formatDecimal(rate, 0))}
            />
          )}
          {row.errorCode && <Fact name={developerText.error} value={row.errorCode} />}
          <Fact name={developerText.key} value={keyName ?? developerText.noKey} />
          <Fact
            name="x-request-id"
            value={
              <Link href={`/developer/requests/${encodeURIComponent(row.requestId)}`}>
                {row.requestId}
              </Link>
            }
          />
        </dl>
      </details>
    </li>
  );
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
