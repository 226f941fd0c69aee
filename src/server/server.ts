import { createBridge, SERVER_OPTIONS } from './create-bridge.ts';
import { dataFiles, readKey, writeOpenPage } from './data-files.ts';
import {
  listCommand,
  packCommand,
  pullCommand,
  pullRecommended,
  removeCommand,
} from './models/commands.ts';
import { onSignal, runHeadless } from './run-headless.ts';

/** What the command `alcove` needs, built into one file by scripts/build.mjs. */
export const alcove = {
  createBridge,
  SERVER_OPTIONS,
  dataFiles,
  readKey,
  writeOpenPage,
  onSignal,
  runHeadless,
  packCommand,
  pullCommand,
  pullRecommended,
  listCommand,
  removeCommand,
};
