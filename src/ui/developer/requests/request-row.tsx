import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { UsageRow } from '#storage/service-records.ts';
import { formatCount, formatDecimal, formatSeconds } from '#ui/kit/format.ts';
import { language } from '#ui/messages/catalogue.ts';
import { developerText } from '#ui/messages/developer.ts';
import { RequestLine } from './request-line.tsx';
import styles from './requests.module.css';
import { waterfall, writingRate } from './waterfall.ts';

interface RequestRowProps {
  row: UsageRow;
  /** Seconds that fill the width. */
  longest: number;
  keyName: string | undefined;
}

/** One request as a line with its waterfall; opened, all its figures. */
export function RequestRow({ row, longest, keyName }: RequestRowProps) {
  const steps = waterfall(row);
  const rate = writingRate(row);
  return (
    <li className={styles['row']}>
      <details>
        <summary>
          <RequestLine
            row={row}
            longest={longest}
            time={new Date(row.at).toLocaleTimeString(language())}
            about={row.model || (row.errorCode ?? '')}
          />
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
