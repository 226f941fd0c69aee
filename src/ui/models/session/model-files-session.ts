import { createStore } from 'zustand/vanilla';
import type { PathFile } from '#ui/kit/dropped-files.ts';
import { modelFileText } from '#ui/messages/model-file.ts';
import { describeError } from '#ui/state/describe-error.ts';
import { adoptForNewChats } from '#ui/state/models.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import type { FoundModel } from './find-model-files.ts';

/** Bytes of a model that new chats may begin with: smaller ones write sentences, and seldom answers. */
const MIN_LEADING = 250_000_000;

interface ModelFilesState {
  /** The work on a person's choice. */
  step: 'idle' | 'reading' | 'searching';
  /** Models of the chosen folder; null where none was chosen. */
  found: readonly FoundModel[] | null;
  /** The model that the last file becomes, by its id. */
  added: string | null;
  /** Why the last file was refused. */
  problem: string | null;
}

/** Models that a person has as files: one that is chosen is converted, of a folder one is picked. */
export class ModelFilesSession {
  readonly state = createStore<ModelFilesState>(() => ({
    step: 'idle',
    found: null,
    added: null,
    problem: null,
  }));
  readonly #control: SessionPorts['control'];

  constructor({ control }: SessionPorts) {
    this.#control = control;
  }

  /** Takes a file, or looks for models in a folder. Never rejects: `problem` says what went wrong. */
  async take(files: readonly PathFile[]): Promise<void> {
    const [first, ...more] = files;
    if (!first || this.state.getState().step !== 'idle') return;
    if (more.length === 0 && !first.path.includes('/')) {
      const { file } = first;
      return this.convert({ name: file.name, place: '', file, licence: null });
    }
    this.state.setState({ step: 'searching', found: null, added: null, problem: null });
    try {
      const { findModelFiles } = await import('./find-model-files.ts');
      const found = await findModelFiles(files);
      const problem = found.length === 0 ? modelFileText.noneInFolder : null;
      this.state.setState({ step: 'idle', found: problem === null ? found : null, problem });
    } catch (error) {
      this.state.setState({ step: 'idle', problem: describeError(error) });
    }
  }

  /** Begins a conversion. Never rejects: `problem` says what went wrong. */
  async convert({ name, file, licence }: FoundModel): Promise<void> {
    if (this.state.getState().step !== 'idle') return;
    this.state.setState({ step: 'reading', added: null, problem: null });
    // Now a person has said that the stored models matter.
    globalThis.navigator?.storage?.persist?.().catch(() => {});
    try {
      const added = await this.#control((c) => c.addModelFile(file, { name, licence }));
      this.state.setState({ step: 'idle', added });
      if (file.size >= MIN_LEADING) adoptForNewChats(added).catch(reportError);
    } catch (error) {
      this.state.setState({ step: 'idle', problem: `${name}: ${describeError(error)}` });
    }
  }

  closeList(): void {
    this.state.setState({ found: null, problem: null });
  }
}
