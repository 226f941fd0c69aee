import type { capabilitiesText } from './capabilities.ts';
import type { Texts } from './catalogue.ts';
import type { chatText } from './chat.ts';
import type { chatFilesText } from './chat-files.ts';
import type { chatListText } from './chat-list.ts';
import type { chatSettingsText } from './chat-settings.ts';
import type { chatThreadText } from './chat-thread.ts';
import type { chatToolsText } from './chat-tools.ts';
import type { connectText } from './connect.ts';
import type { developerText } from './developer.ts';
import type { embeddingsText } from './embeddings.ts';
import type { errorsText } from './errors.ts';
import type { failureText } from './failure.ts';
import type { kitText } from './kit.ts';
import type { modelsText } from './models.ts';
import type { modelsPageText } from './models-page.ts';
import type { promptsText } from './prompts.ts';
import type { recorderText } from './recorder.ts';
import type { settingsText } from './settings.ts';
import type { shellText } from './shell.ts';
import type { statusText } from './status.ts';
import type { transcribeText } from './transcribe.ts';

/** Every catalogue by its part. A text that is missing here is an error of the compiler. */
export interface Translations extends Record<string, Texts> {
  'api-errors': Record<string, string>;
  capabilities: typeof capabilitiesText;
  chat: typeof chatText;
  'chat-files': typeof chatFilesText;
  'chat-list': typeof chatListText;
  'chat-settings': typeof chatSettingsText;
  'chat-thread': typeof chatThreadText;
  'chat-tools': typeof chatToolsText;
  connect: typeof connectText;
  developer: typeof developerText;
  errors: typeof errorsText;
  failure: typeof failureText;
  kit: typeof kitText;
  models: typeof modelsText;
  'model-summaries': Record<string, string>;
  'models-page': typeof modelsPageText;
  prompts: typeof promptsText;
  recorder: typeof recorderText;
  settings: typeof settingsText;
  status: typeof statusText;
  embeddings: typeof embeddingsText;
  shell: typeof shellText;
  transcribe: typeof transcribeText;
}
