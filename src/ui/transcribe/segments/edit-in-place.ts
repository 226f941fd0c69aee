import { inComposition, isTooLongToEdit } from '#ui/kit/text-input.ts';
import { kitText } from '#ui/messages/kit.ts';
import { showToast } from '#ui/state/toasts.ts';
import type { Cursor } from '#ui/transcribe/session/document-state.ts';
import type { TranscriptDocument } from '#ui/transcribe/session/transcript-document.ts';
import { wordAtCharacter } from '#ui/transcribe/session/word-times.ts';
import { caretIn, characterAt, isOnEdgeLine, placeCaret } from './caret.ts';
import { leadOf } from './segment-row.tsx';

interface EditingPorts {
  transcript: TranscriptDocument;
  /** Plays from a second on. */
  play: (seconds: number) => void;
  /** Puts the cursor there when the segment is drawn. */
  move: (cursor: Cursor) => void;
}

const TEXT = '[data-said][role=textbox]';

/** Edits the texts of a list in place: one set of listeners for all of its segments. @returns a function that stops it. */
export function editInPlace(list: HTMLElement, ports: EditingPorts): () => void {
  const { transcript } = ports;
  const controller = new AbortController();
  const { signal } = controller;
  const on = <K extends keyof HTMLElementEventMap>(
    type: K,
    run: (event: HTMLElementEventMap[K], text: HTMLElement) => void,
  ) => {
    const listen = (event: HTMLElementEventMap[K]) => {
      const { target } = event;
      const text = target instanceof Element ? target.closest<HTMLElement>(TEXT) : null;
      if (text) run(event, text);
    };
    list.addEventListener(type, listen, { signal });
  };
  // A press may begin a selection over several segments: its end says.
  let isPressed = false;
  on('pointerdown', () => {
    isPressed = true;
  });
  document.addEventListener('pointerup', () => void setTimeout(() => (isPressed = false)), {
    signal,
  });
  on('focusin', (_, text) => {
    if (!isPressed && !text.isContentEditable) startEditing(text, 0);
  });
  on('focusout', (_, text) => {
    text.removeAttribute('contenteditable');
    transcript.leave(idOf(text));
  });
  on('click', (event, text) => press(event, text, ports));
  on('input', (_, text) => {
    const { id, before, lead } = stateOf(text, transcript);
    transcript.write(id, before.slice(0, lead) + (text.textContent ?? ''));
  });
  on('paste', (event, text) => {
    event.preventDefault();
    const pasted = event.clipboardData?.getData('text/plain').replace(/\s+/g, ' ') ?? '';
    if (isTooLongToEdit((text.textContent ?? '') + pasted)) {
      showToast({ text: kitText.tooLongToPaste });
      return;
    }
    // The only way that leaves the cursor to the browser.
    document.execCommand('insertText', false, pasted);
  });
  on('beforeinput', (event, text) => {
    if (/^history/.test(event.inputType)) {
      event.preventDefault();
      stepHistory(event.inputType === 'historyRedo', ports);
    } else if (/^insert(?:Paragraph|LineBreak)/.test(event.inputType)) {
      // Keyboards of phones send this in place of a key.
      event.preventDefault();
      runKey('Enter', text, ports);
    } else if (/^format|^insertFromDrop/.test(event.inputType)) event.preventDefault();
  });
  on('keydown', (event, text) => {
    if (inComposition(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.shiftKey && event.key !== 'Enter') return;
    if (runKey(event.key, text, ports)) event.preventDefault();
  });
  // Undo is for the whole transcript, wherever the cursor is.
  const undo = (event: KeyboardEvent) => {
    const direction = historyKey(event);
    if (!direction) return;
    event.preventDefault();
    stepHistory(direction === 'redo', ports);
  };
  document.addEventListener('keydown', undo, { signal });
  return () => controller.abort();
}

/** Makes a text editable and puts the cursor there. */
export function startEditing(text: HTMLElement, at: number): void {
  text.contentEditable = 'plaintext-only';
  text.focus({ preventScroll: true });
  placeCaret(text, at);
}

/** The element that shows the text of a segment; null while it is not drawn. */
export function textOf(id: string): HTMLElement | null {
  return document.getElementById(id)?.querySelector<HTMLElement>(TEXT) ?? null;
}

function press(event: MouseEvent, text: HTMLElement, { transcript, play }: EditingPorts): void {
  const at = characterAt(text, event.clientX, event.clientY);
  if (event.altKey) {
    const segment = segmentOf(transcript, idOf(text));
    if (!segment) return;
    const word = wordAtCharacter(segment, (at ?? 0) + leadOf(segment.text));
    play(word?.start ?? segment.start);
    return;
  }
  if (text.isContentEditable || getSelection()?.isCollapsed === false) return;
  startEditing(text, at ?? text.textContent?.length ?? 0);
}

function stepHistory(isRedo: boolean, { transcript, move }: EditingPorts): void {
  const id = isRedo ? transcript.redo() : transcript.undo();
  if (id) move({ id, at: segmentOf(transcript, id)?.text.length ?? 0 });
}

function historyKey(event: KeyboardEvent): 'undo' | 'redo' | null {
  const { target, altKey, shiftKey } = event;
  // Native text fields, like find and replace, have their own undo; an open dialog handles its own keys.
  const isElsewhere =
    target instanceof Element && target.closest('input, textarea, select, dialog') !== null;
  if (!(event.ctrlKey || event.metaKey) || altKey || isElsewhere) return null;
  const key = event.key.toLowerCase();
  if (key === 'y' || (key === 'z' && shiftKey)) return 'redo';
  return key === 'z' ? 'undo' : null;
}

interface Place {
  text: HTMLElement;
  id: string;
  /** Characters of the selection in the element, and those that the element does not show. */
  from: number;
  lead: number;
  isAtStart: boolean;
  isAtEnd: boolean;
}

/** What a key does in a text. @returns false: its usual thing; null: nothing to do there. */
type KeyAction = (place: Place, ports: EditingPorts) => Cursor | null | false;

const toNeighbour =
  (by: 1 | -1, isThere: (place: Place) => boolean): KeyAction =>
  (place, { transcript }) => {
    if (!isThere(place)) return false;
    const segments = transcript.state.getState().segments ?? [];
    const next = segments[segments.findIndex((s) => s.id === place.id) + by];
    if (!next) return false;
    return { id: next.id, at: by === 1 ? leadOf(next.text) : next.text.length };
  };

const KEYS: Readonly<Record<string, KeyAction>> = {
  Enter: ({ id, from, lead }, { transcript }) => transcript.split(id, from + lead),
  Escape: ({ text }) => {
    text.blur();
    return null;
  },
  Backspace: ({ id, isAtStart }, { transcript }) => isAtStart && transcript.join(id),
  Delete: ({ id, isAtEnd }, { transcript }) => isAtEnd && transcript.joinNext(id),
  ArrowUp: toNeighbour(-1, ({ text }) => isOnEdgeLine(text, 'first')),
  ArrowDown: toNeighbour(1, ({ text }) => isOnEdgeLine(text, 'last')),
  ArrowLeft: toNeighbour(-1, ({ isAtStart }) => isAtStart),
  ArrowRight: toNeighbour(1, ({ isAtEnd }) => isAtEnd),
};

/** @returns whether the key did something here. */
function runKey(key: string, text: HTMLElement, ports: EditingPorts): boolean {
  const caret = caretIn(text);
  const act = Object.hasOwn(KEYS, key) ? KEYS[key] : undefined;
  if (!caret || !act) return false;
  const { from, to } = caret;
  const { id, lead } = stateOf(text, ports.transcript);
  const isAtStart = from === 0 && to === 0;
  const isAtEnd = from === to && to === (text.textContent?.length ?? 0);
  const cursor = act({ text, id, from, lead, isAtStart, isAtEnd }, ports);
  if (cursor) ports.move(cursor);
  return cursor !== false;
}

function stateOf(text: HTMLElement, transcript: TranscriptDocument) {
  const id = idOf(text);
  const before = segmentOf(transcript, id)?.text ?? '';
  return { id, before, lead: leadOf(before) };
}

const idOf = (element: Element) =>
  element.closest<HTMLElement>('[data-segment]')?.dataset['segment'] ?? '';

const segmentOf = (transcript: TranscriptDocument, id: string) =>
  transcript.state.getState().segments?.find((s) => s.id === id);
