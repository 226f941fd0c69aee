import controls from '#ui/kit/controls.module.css';
import { CheckBox, Field } from '#ui/kit/field.tsx';
import { formatBytes, languageName } from '#ui/kit/format.ts';
import { Select } from '#ui/kit/select.tsx';
import { modelsText } from '#ui/messages/models.ts';
import { modelsPageText } from '#ui/messages/models-page.ts';
import { taskName } from './describe-model.ts';
import styles from './models.module.css';
import { choicesOf, type ModelFilter, type ModelRow, SORTS } from './session/model-rows.ts';

const TASKS = ['chat', 'speech', 'embeddings', 'voice', 'rerank', 'audio-chat'] as const;
const SORT_NAMES = {
  suggested: 'sortSuggested',
  name: 'sortName',
  size: 'sortSize',
  speed: 'sortSpeed',
} as const;
const SIZES = [100e6, 500e6, 1e9, 2e9, 5e9];

interface ModelFiltersProps {
  rows: readonly ModelRow[];
  filter: ModelFilter;
  onChange: (filter: ModelFilter) => void;
  /** Models that pass. */
  found: number;
}

/** What narrows the list: each choice only has values that some model has. */
export function ModelFilters({ rows, filter, onChange, found }: ModelFiltersProps) {
  const { languages, licences } = choicesOf(rows);
  const change = (changes: Partial<ModelFilter>) => onChange({ ...filter, ...changes });
  const any = { id: '', name: modelsPageText.any };
  const needGpu = rows.filter(({ fit }) => fit?.reason === 'no-webgpu').length;
  return (
    <search className={styles['filters']}>
      <div className={styles['fields']}>
        <Field
          label={modelsText.search}
          type="search"
          value={filter.words}
          placeholder={modelsText.searchExample}
          onChange={(event) => change({ words: event.target.value })}
        />
        <Select
          label={modelsPageText.task}
          options={[
            { id: 'all' as const, name: modelsPageText.any },
            ...TASKS.map((id) => ({ id, name: taskName(id) })),
          ]}
          value={filter.task}
          onChange={(task) => change({ task })}
        />
        <Select
          label={modelsPageText.size}
          options={[
            { id: 0, name: modelsPageText.any },
            ...SIZES.map((id) => ({ id, name: modelsPageText.upTo(formatBytes(id)) })),
          ]}
          value={filter.maxBytes}
          onChange={(maxBytes) => change({ maxBytes })}
        />
        <Select
          label={modelsPageText.language}
          options={[any, ...languages.map((id) => ({ id, name: languageName(id) }))]}
          value={filter.language}
          onChange={(chosen) => change({ language: chosen })}
        />
        <Select
          label={modelsPageText.licence}
          options={[any, ...licences.map((id) => ({ id, name: id }))]}
          value={filter.licence}
          onChange={(licence) => change({ licence })}
        />
        <Select
          label={modelsPageText.sortBy}
          options={SORTS.map((id) => ({ id, name: modelsPageText[SORT_NAMES[id]] }))}
          value={filter.sort}
          onChange={(sort) => change({ sort })}
        />
      </div>
      <div className={controls['row']}>
        <CheckBox
          label={modelsPageText.fitsOnly}
          checked={filter.fitsOnly}
          onChange={(event) => change({ fitsOnly: event.target.checked })}
        />
        {needGpu > 0 && (
          <CheckBox
            label={modelsPageText.showWebGpu(needGpu)}
            checked={filter.withoutGpu}
            onChange={(event) => change({ withoutGpu: event.target.checked })}
          />
        )}
        <p className={controls['secondary']} role="status">
          {modelsPageText.found(found)}
        </p>
      </div>
    </search>
  );
}
