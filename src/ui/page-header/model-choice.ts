import type { ModelView } from '#contract/model-view.ts';

/** A model that a page uses. */
export interface ModelChoice {
  /** What the model is to the page, as "Model" or "Second model". */
  label: string;
  tasks: readonly ModelView['task'][];
  /** Empty for none yet. */
  value: string;
  onChange: (id: string) => void;
  /** A model that is no choice here: the first of two. */
  except?: string;
  /** Begins with a model that is not on this device; without it the menu opens the model's page. */
  onOffer?: (id: string) => void;
}
