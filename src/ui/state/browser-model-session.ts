import { createStore } from 'zustand/vanilla';
import { findBrowserModel } from '#client/language-model.ts';
import type { BrowserAvailability } from '#transport/browser-model.ts';
import { browserModelText } from '#ui/messages/models-page.ts';
import type { SessionPorts } from './session-ports.ts';

interface BrowserModelState {
  availability: BrowserAvailability;
  /** Of its download, 0 to 1; null while it is unknown. */
  progress: number | null;
  problem: string | null;
}

const TEXT = { expectedInputs: [{ type: 'text' }], expectedOutputs: [{ type: 'text' }] } as const;

/** The language model of the browser: whether it is there, and its download on a press. */
export class BrowserModelSession {
  readonly state = createStore<BrowserModelState>(() => ({
    availability: 'unavailable',
    progress: null,
    problem: null,
  }));
  readonly #control: SessionPorts['control'];

  constructor({ control }: SessionPorts) {
    this.#control = control;
  }

  /** Asks the browser. Never rejects. */
  async refresh(): Promise<void> {
    const said = await findBrowserModel()
      ?.availability(TEXT)
      .catch(() => null);
    const known = ['downloadable', 'downloading', 'available'] as const;
    const availability = known.find((one) => one === said) ?? 'unavailable';
    const before = this.state.getState().availability;
    this.state.setState({ availability });
    // Downloaded by another site, or removed by the browser, since the host asked.
    if (availability !== before) await this.#control((c) => c.readBrowserModel()).catch(() => {});
  }

  /** Lets the browser download it: in a handler of a press, because browsers require one. Never rejects. */
  async download(): Promise<void> {
    this.state.setState({ availability: 'downloading', progress: null, problem: null });
    try {
      const session = await findBrowserModel()?.create({
        ...TEXT,
        monitor: (monitor) =>
          monitor.addEventListener('downloadprogress', (event) => {
            const { loaded } = event as ProgressEvent;
            this.state.setState({ progress: Math.min(1, loaded) });
          }),
      });
      session?.destroy();
    } catch {
      // Its reasons are words for programmers.
      this.state.setState({ problem: browserModelText.notDownloaded });
    }
    await this.refresh();
  }
}
