import { formatCount } from '#ui/kit/format.ts';
import { language } from '#ui/messages/catalogue.ts';
import { developerText } from '#ui/messages/developer.ts';
import styles from './usage.module.css';
import type { Bars } from './usage-bars.ts';

interface UsageChartProps {
  bars: Bars;
  period: string;
}

/** Requests over time as bars, stacked by model. The table below says the same in numbers. */
export function UsageChart({ bars: { bars, models, max, unit }, period }: UsageChartProps) {
  const total = bars.reduce((sum, bar) => sum + bar.total, 0);
  const label = (start: number) =>
    new Date(start).toLocaleString(language(), {
      timeZone: 'UTC',
      ...(unit === 'hour'
        ? { hour: '2-digit', minute: '2-digit' }
        : { day: 'numeric', month: 'short' }),
    });
  const ends = [bars[0], bars[bars.length >> 1], bars.at(-1)].flatMap((bar) => bar ?? []);
  return (
    <figure className={styles['chart']}>
      <div
        role="img"
        aria-label={developerText.chartOf(period, formatCount(total))}
        className={styles['plot']}
      >
        <span className={styles['max']}>{formatCount(max)}</span>
        {bars.map(({ start, counts, total: all }) => (
          <span
            key={start}
            className={styles['column']}
            title={developerText.barOf(label(start), developerText.countRequests(all))}
          >
            {counts.map((count, i) =>
              count === 0 ? null : (
                <i
                  key={models[i]}
                  style={{ height: `${(100 * count) / max}%`, background: modelColour(i) }}
                />
              ),
            )}
          </span>
        ))}
      </div>
      <div className={styles['axis']} aria-hidden="true">
        {ends.map(({ start }) => (
          <span key={start}>{label(start)}</span>
        ))}
      </div>
      <ul className={styles['models']}>
        {models.map((model, i) => (
          <li key={model}>
            <i style={{ background: modelColour(i) }} /> {model || developerText.noModelNamed}
          </li>
        ))}
      </ul>
    </figure>
  );
}

/** Colours that stay apart for colour-blind readers, the most used model first. */
const COLOURS = ['#2a8a7e', '#4477aa', '#b8860b', '#cc6677', '#6a5acd', '#999933', '#aa4499'];
const OTHERS = '#8a8a8a';

function modelColour(place: number): string {
  return COLOURS[place] ?? OTHERS;
}
