import { catalogue } from './catalogue.ts';

/** How a chat is answered: prompt, presets, sampling, JSON output, tools. */
export const chatSettingsText = catalogue('chat-settings', {
  title: 'Chat settings',
  system: 'System prompt',
  systemPlaceholder: 'How the model should behave',
  sampling: 'Sampling',
  jsonOutput: 'JSON output',
  tools: 'Tools',

  preset: 'Preset',
  deletePreset: 'Delete preset',
  presetName: 'Preset name',
  saveAsPreset: 'Save as preset',
  savePreset: 'Save preset',
  presetNotSaved: 'The preset could not be saved',
  presetNotDeleted: 'The preset could not be deleted',

  temperature: 'Temperature',
  topP: 'Top P',
  topK: 'Top K',
  maxTokens: 'Max tokens',
  presencePenalty: 'Presence penalty',
  frequencyPenalty: 'Frequency penalty',
  seed: 'Seed',
  default: 'default',
  stop: 'Stop sequences',
  stopPlaceholder: 'separate with |',

  schema: 'JSON Schema of answers',
  schemaPlaceholder: 'Empty: free text',
  schemaScope: (model: string) =>
    `${model} always writes JSON that fits the schema, but its values are often wrong.`,
  noSchemas: (model: string) => `${model} cannot follow a schema; requests will be refused.`,
  startFromExample: 'Start from an example',
  clear: 'Clear',
  notJson: 'This is not valid JSON yet.',
  notObject: 'Enter a JSON object: { … }',

  byHand: 'answered by you',
  byFunction: 'answered by its function',
  edit: 'Edit',
  remove: 'Remove',
  editTool: (name: string) => `Edit ${name}`,
  removeTool: (name: string) => `Remove ${name}`,
  addTool: 'Add tool',
  toolName: 'Name',
  toolNameHint: 'Use letters, digits, _ and -, at most 64.',
  description: 'Description',
  parameters: 'Arguments (JSON Schema)',
  code: 'JavaScript function body',
  codeHint:
    'Gets the arguments as args and returns the result. It runs in a sandbox: no page, no network, at most two seconds. Leave it empty to answer by hand.',
  saveTool: 'Save tool',
  cancel: 'Cancel',
});
