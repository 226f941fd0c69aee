import { useMemo } from 'react';
import { useStore } from 'zustand';
import { formatSeconds } from '#ui/kit/format.ts';
import { Select } from '#ui/kit/select.tsx';
import { developerText } from '#ui/messages/developer.ts';
import { inspectorText } from '#ui/messages/inspector.ts';
import { type RequestFilter, SLOW_SECONDS, valuesOf } from './filter-requests.ts';
import styles from './inspector.module.css';
import type { RequestsSession } from './requests-session.ts';

const HOUR_MS = 3_600_000;

interface RequestFiltersProps {
  session: RequestsSession;
  /** Names of the keys by their ids. */
  names: ReadonlyMap<string, string>;
}

/** The conditions of the list. */
export function RequestFilters({ session, names }: RequestFiltersProps) {
  const { rows, filter } = useStore(session.state);
  const all = { id: '', name: inspectorText.all };
  const choices = useMemo(() => {
    const of = (field: 'endpoint' | 'model' | 'keyId') => valuesOf(rows, field, filter[field]);
    return { endpoint: of('endpoint'), model: of('model'), keyId: of('keyId') };
  }, [rows, filter]);
  const named = (ids: readonly string[]) => ids.map((id) => ({ id, name: id }));
  const times = [
    { id: 0, name: inspectorText.anyTime },
    { id: HOUR_MS, name: inspectorText.lastHour },
    { id: 24 * HOUR_MS, name: inspectorText.lastDay },
    { id: 168 * HOUR_MS, name: inspectorText.lastWeek },
  ];
  const statuses: { id: RequestFilter['status']; name: string }[] = [
    { id: '', name: inspectorText.all },
    { id: 'ok', name: inspectorText.succeeded },
    { id: 'failed', name: inspectorText.failed },
    { id: 'slow', name: inspectorText.slow(formatSeconds(SLOW_SECONDS)) },
  ];
  return (
    <div className={styles['filters']}>
      <Select
        label={developerText.endpoint}
        options={[all, ...named(choices.endpoint)]}
        value={filter.endpoint}
        onChange={(endpoint) => session.setFilter({ endpoint })}
      />
      <Select
        label={developerText.model}
        options={[all, ...named(choices.model)]}
        value={filter.model}
        onChange={(model) => session.setFilter({ model })}
      />
      <Select
        label={developerText.key}
        options={[
          all,
          ...choices.keyId.map((id) => ({ id, name: names.get(id) ?? developerText.revokedKey })),
        ]}
        value={filter.keyId}
        onChange={(keyId) => session.setFilter({ keyId })}
      />
      <Select
        label={developerText.status}
        options={statuses}
        value={filter.status}
        onChange={(status) => session.setFilter({ status })}
      />
      <Select
        label={inspectorText.within}
        options={times}
        value={filter.within}
        onChange={(within) => session.setFilter({ within })}
      />
    </div>
  );
}
