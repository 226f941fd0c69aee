import type { ModelView } from '#contract/model-view.ts';

/** A model that a page uses. */
export interface ModelChoice {
  /** What the model is to the page, as "Model" or "Second model". */
  label: string;
  tasks: readonly ModelView['task'][];
  value: string;
  onChange: (id: string) => void;
}
