import type { ReactNode } from 'react';
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
  /** Models to download, where there is no other one to choose. */
  offers?: (close: () => void) => ReactNode;
}
