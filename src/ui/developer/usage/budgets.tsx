import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ApiKeyView, UsageSum } from '#contract/api-key.ts';
import controls from '#ui/kit/controls.module.css';
import { formatCount, formatPercent } from '#ui/kit/format.ts';
import { Progress } from '#ui/kit/progress.tsx';
import { developerText } from '#ui/messages/developer.ts';
import { inspectorText } from '#ui/messages/inspector.ts';
import { useServices } from '#ui/services.ts';
import styles from './usage.module.css';
import { type Budget, budgetsOf, WARN_SHARE } from './usage-groups.ts';

/** How much of the limits of each key is used, with a warning where little is left. `changes`: read again with it. */
export function Budgets({ changes }: { changes: number }) {
  const { control } = useServices();
  const [found, setFound] = useState<{ keys: ApiKeyView[]; sums: UsageSum[] } | null>(null);
  const today = new Date().toISOString().slice(0, 10);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `changes` says that more is used
  useEffect(() => {
    let isGone = false;
    const since = Date.parse(`${today.slice(0, 7)}-01`);
    Promise.all([control((c) => c.listApiKeys()), control((c) => c.usageSums(since))]).then(
      ([keys, sums]) => {
        if (!isGone) setFound({ keys, sums });
      },
      reportError,
    );
    return () => {
      isGone = true;
    };
  }, [control, today, changes]);
  const rows = (found?.keys ?? []).flatMap((key) => {
    const budgets = budgetsOf(key, found?.sums ?? [], today);
    return budgets.length === 0 ? [] : [{ key, budgets }];
  });
  if (rows.length === 0) return null;
  return (
    <section className={styles['budgets']} aria-label={inspectorText.budgets}>
      <h2>{inspectorText.budgets}</h2>
      <ul>
        {rows.map(({ key, budgets }) => (
          <li key={key.id}>
            <strong>{key.name}</strong>
            {budgets.map((budget) => (
              <BudgetLine key={budget.limit} name={key.name} budget={budget} />
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

function BudgetLine({ name, budget: { limit, used, max } }: { name: string; budget: Budget }) {
  const share = used / max;
  const figures = inspectorText.usedOf(formatCount(used), formatCount(max));
  return (
    <div className={styles['budget']}>
      <span>{developerText[limit]}</span>
      <Progress label={inspectorText.budgetOf(name, developerText[limit])} value={share} />
      <span className={controls['secondary']}>{figures}</span>
      {share >= WARN_SHARE && (
        <span className={share >= 1 ? styles['bad'] : styles['warn']} role="status">
          <TriangleAlert size={14} aria-hidden />{' '}
          {share >= 1 ? inspectorText.usedUp : inspectorText.nearlyUsed(formatPercent(share))}
        </span>
      )}
    </div>
  );
}
