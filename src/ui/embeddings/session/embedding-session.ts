import { createStore } from 'zustand/vanilla';
import type { TextSet as Row } from '#storage/text-set-records.ts';
import { TextSets } from '#storage/text-sets.ts';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { onCleared } from '#ui/state/cleared.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import { readSample } from './sample-texts.ts';
import { TextSet } from './text-set.ts';
import { nameOf } from './text-set-state.ts';

/** The set that the page shows, and the stored sets. */
export class EmbeddingSession {
  readonly state;
  readonly sets: TextSets;
  readonly #ports: SessionPorts;
  /** The set that was asked for last, while it is read. */
  #opening: TextSet | null = null;

  constructor(ports: SessionPorts) {
    this.#ports = ports;
    this.sets = new TextSets(ports.store.database);
    this.state = createStore<{ current: TextSet }>(() => ({ current: new TextSet(null, ports) }));
    // A saved set that was cleared is gone from the page too, in every tab.
    onCleared((kind) => {
      if (kind !== 'textSets' || this.current.state.getState().stored === null) return;
      this.startNew();
      history.replaceState(null, '', location.pathname.replace(/(\/embeddings)\/[^/]+$/, '$1'));
    });
  }

  get current(): TextSet {
    return this.state.getState().current;
  }

  startNew(): TextSet {
    return this.#show(new TextSet(null, this.#ports));
  }

  #show(set: TextSet): TextSet {
    this.#opening = null;
    this.current.dispose();
    this.state.setState({ current: set });
    return set;
  }

  /** Opens a saved set, unless another one is asked for meanwhile. @returns false when there is none. */
  async open(id: string): Promise<boolean> {
    this.#opening = null;
    const { stored, vectors } = this.current.state.getState();
    if (stored?.id === id) {
      if (vectors) this.current.keepTexts();
      return true;
    }
    const set = new TextSet(id, this.#ports);
    this.#opening = set;
    let isWanted = false;
    try {
      const isFound = await set.load();
      // Another one was asked for meanwhile.
      if (this.#opening !== set) return true;
      this.#opening = null;
      if (!isFound) return false;
      isWanted = true;
    } finally {
      if (!isWanted) set.dispose();
    }
    await this.#show(set).showStored();
    return true;
  }

  /** Embeds the bundled sentences and shows them on the map; does nothing when they are there. */
  async openSample(model: string): Promise<void> {
    const { work, embedded } = this.current.state.getState();
    const sample = readSample();
    if (work !== null || embedded?.name === sample.name) return;
    const set = this.startNew();
    set.chooseInput(sample);
    await set.embed(model, null);
  }

  /** Deletes a saved set; the toast restores it. */
  async remove(row: Row): Promise<void> {
    const undo = await this.sets.remove(row);
    if (this.current.state.getState().stored?.id === row.id) this.current.detach();
    const text = embeddingsText.deleted(nameOf(row));
    this.#ports.notify({ text, action: { label: embeddingsText.undo, run: undo } });
  }
}
