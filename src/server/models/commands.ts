import { basename } from 'node:path';
import { RECIPES, RECOMMENDED } from '#catalog/recipes.ts';
import { ModelFolder } from './model-folder.ts';
import { isPackFile, makePack, pullPack } from './packs.ts';
import { pull } from './pull.ts';

const print = (text: string) => process.stdout.write(`${text}\n`);
const complain = (text: string) => process.stderr.write(`${text}\n`);

interface CommandOptions {
  /** Folder of the models. */
  models: string;
  hub: string | null;
  say: (text: string) => void;
}

/** `alcove pull NAME`. @returns the exit code */
export async function pullCommand(name: string | null, options: CommandOptions): Promise<number> {
  if (name === null) {
    const lines = RECIPES.map(({ name: short, card }) => `  ${short.padEnd(20)} ${card.summary}`);
    complain(
      `✖ alcove pull needs a model: a name of the hub (owner/name), a folder, or\n${lines.join('\n')}`,
    );
    return 1;
  }
  const bar = new ProgressLine();
  try {
    if (await isPackFile(name)) return await pullPackCommand(name, options, bar);
    const model = await pull(name, {
      ...options,
      models: new ModelFolder(options.models),
      onProgress: (label, done, total) => bar.show(label, done, total),
    });
    bar.end();
    options.say(
      `${model.card.title} (${sizeOf(model.card.downloadBytes)}) is on this server. Browsers that open it find the model under Models, "On this server".`,
    );
    return 0;
  } catch (error) {
    bar.end();
    complain(`✖ ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}

async function pullPackCommand(
  path: string,
  { models, say }: CommandOptions,
  bar: ProgressLine,
): Promise<number> {
  const pulled = await pullPack(path, new ModelFolder(models), (label, done, total) =>
    bar.show(label, done, total),
  );
  bar.end();
  const names = pulled.map(({ card }) => `${card.title} (${sizeOf(card.downloadBytes)})`);
  say(
    `On this server from the pack: ${names.join(', ')}. Browsers find them under Models, "On this server".`,
  );
  return 0;
}

/** `alcove pack NAME… --out FILE`: all models where none is named, into a file or a folder. @returns the exit code */
export async function packCommand(
  names: readonly string[],
  out: string,
  { models, say }: CommandOptions,
): Promise<number> {
  const bar = new ProgressLine();
  try {
    const ids = names.map(
      (name) => RECIPES.find((one) => one.name === name.toLowerCase())?.card.id ?? name,
    );
    const path = await makePack(ids, out, new ModelFolder(models), (label, done, total) =>
      bar.show(label, done, total),
    );
    bar.end();
    say(
      `${path} is whole. On another machine: alcove pull ${basename(path)}, or drop it on the Models page.`,
    );
    return 0;
  } catch (error) {
    bar.end();
    complain(`✖ ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}

/** For `--chat`: fetches the recommended model unless a model is there. What fails is said; the app starts all the same. */
export async function pullRecommended(options: CommandOptions): Promise<void> {
  const chats = new ModelFolder(options.models).list().filter(({ card }) => card.task === 'chat');
  if (chats.some(({ card }) => card.rank !== undefined)) return;
  await pullCommand(RECOMMENDED, options);
}

/** `alcove list`: name, size, licence and source of each model that was fetched. */
export function listCommand({ models }: Pick<CommandOptions, 'models'>): number {
  const pulled = new ModelFolder(models).list();
  if (pulled.length === 0) {
    complain(`No model was fetched yet. "alcove pull ${RECOMMENDED}" fetches the recommended one.`);
  }
  for (const { card, from } of pulled) {
    print([card.id, sizeOf(card.downloadBytes), card.licence, from].join('\t'));
  }
  return 0;
}

/** `alcove rm NAME`: by its name in the list, or the short name it was fetched by. */
export function removeCommand(name: string | null, { models, say }: CommandOptions): number {
  const recipe = RECIPES.find((one) => one.name === name?.toLowerCase());
  const ids = recipe ? [recipe.card.id, recipe.hub ?? ''] : [name ?? ''];
  const folder = new ModelFolder(models);
  if (ids.map((id) => folder.remove(id)).some(Boolean)) {
    say(`${name} was removed from this server. Browsers that installed it still have it.`);
    return 0;
  }
  complain(`✖ Model "${name ?? ''}" is not on this server. "alcove list" lists the models.`);
  return 1;
}

function sizeOf(bytes: number): string {
  return bytes < 1e9
    ? `${Math.max(1, Math.round(bytes / 1e6))} MB`
    : `${(bytes / 1e9).toFixed(1)} GB`;
}

/** One line that is written again on a terminal; elsewhere, such as in a log, a line for each tenth. */
class ProgressLine {
  #label = '';
  #shownAt = 0;
  #tenth = -1;
  #isOpen = false;

  show(label: string, done: number, total: number): void {
    const now = performance.now();
    const isNew = label !== this.#label;
    const isDone = total > 0 && done >= total;
    if (process.stdout.isTTY) {
      if (!isNew && !isDone && now - this.#shownAt < 200) return;
      if (isNew) this.end();
      const percent = total > 0 ? ` ${Math.floor((100 * done) / total)} %` : '';
      process.stdout.write(`\r  ${label}${percent}  ${amount(done, total)}   `);
      this.#isOpen = true;
    } else {
      const tenth = total > 0 ? Math.floor((10 * done) / total) : 0;
      if (!isNew && tenth === this.#tenth) return;
      this.#tenth = tenth;
      print(`  ${label}  ${amount(done, total)}`);
    }
    this.#label = label;
    this.#shownAt = now;
  }

  end(): void {
    if (this.#isOpen) process.stdout.write('\n');
    this.#isOpen = false;
  }
}

/** Small numbers count files. */
const amount = (done: number, total: number) =>
  total > 0 && total < 10_000 ? `${done} of ${total}` : `${sizeOf(done)} of ${sizeOf(total)}`;
