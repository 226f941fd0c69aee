import { type ClipboardEvent, type KeyboardEvent, type RefObject, useEffect } from 'react';
import { isAnswering } from '#ui/chat/session/conversation-state.ts';
import { useChat, useConversation } from '#ui/chat/use-chat.ts';
import { TextArea } from '#ui/kit/field.tsx';
import { inComposition, isTooLongToEdit, textAfterPaste } from '#ui/kit/text-input.ts';
import { chatText } from '#ui/messages/chat.ts';
import { useShell } from '#ui/state/shell.ts';
import { showToast } from '#ui/state/toasts.ts';

/** Whether the browser grows text boxes itself; else every keystroke costs a layout. */
const GROWS_BY_ITSELF = CSS.supports('field-sizing', 'content');

type Box = RefObject<HTMLTextAreaElement | null>;

interface MessageBoxProps {
  ref: Box;
  onSend: () => void;
}

/** The text of the next message: grows to ten lines; Enter sends, Escape stops the answer. */
export function MessageBox({ ref, onSend }: MessageBoxProps) {
  const chat = useConversation();
  const isBusy = useChat(isAnswering);
  useFill(ref);
  useFreshFocus(ref);
  useHandle(ref);

  function press(event: KeyboardEvent) {
    if (inComposition(event.nativeEvent)) return;
    if (event.key === 'Escape') chat.stop();
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    onSend();
  }

  function paste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const { files, types } = event.clipboardData;
    const text = event.clipboardData.getData('text/plain');
    // Spreadsheets and word processors add a picture of the text.
    const isText = text !== '' && types.some((type) => /^text\/(html|rtf)$/.test(type));
    if (files.length > 0 && !isText) chat.addFiles(files);
    // Before the box has it: laying it out would stop the page.
    else if (isTooLongToEdit(textAfterPaste(event.currentTarget, text))) {
      chat.attachText(text, () => showToast({ text: chatText.attachedAsFile }));
    } else return;
    event.preventDefault();
  }

  return (
    <TextArea
      ref={ref}
      label={chatText.message}
      isLabelHidden
      isPlain
      data-composer
      rows={1}
      dir="auto"
      placeholder={isBusy ? chatText.placeholderBusy : chatText.placeholder}
      onInput={(event) => chat.setText(event.currentTarget.value)}
      onKeyDown={press}
      onPaste={paste}
    />
  );
}

/** Writes the chat's text into the box. Uncontrolled: rendering at every keystroke was measurable. */
function useFill(box: Box): void {
  const chat = useConversation();
  useEffect(() => {
    const fill = (text: string) => {
      const { current } = box;
      if (!current) return;
      const isTooLong = isTooLongToEdit(text);
      // Text written in the meantime would take its place.
      current.readOnly = isTooLong;
      if (isTooLong) {
        chat.attachAsDocument(text, () => showToast({ text: chatText.attachedAsFile }));
        return;
      }
      if (current.value !== text) current.value = text;
      if (GROWS_BY_ITSELF) return;
      current.style.height = 'auto';
      current.style.height = `${current.scrollHeight}px`;
    };
    fill(chat.state.getState().text);
    return chat.state.subscribe(({ text }, before) => {
      if (text !== before.text) fill(text);
    });
  }, [box, chat]);
}

/** Focuses the box of each fresh chat, unless a person is in a field, a dialog or a menu. */
function useFreshFocus(box: Box): void {
  const { id } = useConversation();
  const isFresh = useChat(({ row }) => row.leafId === null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the id too, for a new chat opened from a fresh one.
  useEffect(() => {
    // Fingers would be shown a keyboard they did not ask for.
    if (!isFresh || !matchMedia('(pointer: fine)').matches) return;
    const used = 'input, textarea, select, dialog *, [popover] *';
    const isUsed = document.activeElement?.matches(used) ?? false;
    if (!isUsed) box.current?.focus({ preventScroll: true });
  }, [box, id, isFresh]);
}

/** Lets other parts of the app bring a person to the box. */
function useHandle(box: Box): void {
  useEffect(() => {
    const composer = {
      focus: () => box.current?.focus(),
      type(text: string) {
        const { current } = box;
        if (!current || text === '') return;
        current.setRangeText(text, current.selectionStart, current.selectionEnd, 'end');
        current.dispatchEvent(new Event('input', { bubbles: true }));
      },
    };
    useShell.setState({ composer });
    return () => useShell.setState({ composer: null });
  }, [box]);
}
