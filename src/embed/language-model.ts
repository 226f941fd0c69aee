import { installApis, loadApis } from '#language-model/install.ts';
import type {
  installLanguageModel as Install,
  loadLanguageModel as Load,
} from './language-model-types.d.ts';

/** See `language-model-types.d.ts`. */
export const installLanguageModel: typeof Install = installApis;
export const loadLanguageModel: typeof Load = loadApis;
