import { Backing, type BackingOptions, type LoadingService } from './backing.ts';
import { createDetector } from './detector.ts';
import { createLanguageModel } from './language-model.ts';
import { createTranslator } from './translator.ts';
import { createWritingTasks } from './writing.ts';

/** The classes of all APIs, answered by one service. */
export function createApis(service: LoadingService, options?: BackingOptions) {
  const backing = new Backing(service, options);
  return {
    LanguageModel: createLanguageModel(backing),
    ...createWritingTasks(backing),
    Translator: createTranslator(backing),
    LanguageDetector: createDetector(),
  };
}
