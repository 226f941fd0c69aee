/** Maximum characters of one event; a longer one is not an event of a chat. */
const MAX_EVENT = 8_388_608;

/**
 * The data of each server-sent event, however its bytes were cut: in the middle of a line, of `\r\n`, or of a
 * character. @throws `tooLong()` for an event without an end.
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export async function* readEvents(
  chunks: AsyncIterable<Uint8Array>,
  tooLong: () => Error,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  let data: string[] = [];
  let length = 0;
  const parse = (line: string): string | null => {
    if (line === '') {
      const event = data.length > 0 ? data.join('\n') : null;
      data = [];
      length = 0;
      return event;
    }
    const [, field, value] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (field !== 'data') return null;
    length += line.length;
    if (length > MAX_EVENT) throw tooLong();
    data.push(value ?? '');
    return null;
  };
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true });
    let from = 0;
    for (const end of lineEnds(rest)) {
      const event = parse(rest.slice(from, end.at));
      from = end.next;
      if (event !== null) yield event;
    }
    rest = rest.slice(from);
    if (rest.length > MAX_EVENT) throw tooLong();
  }
  // Servers are known that forget the blank line after their last event.
  for (const line of [rest + decoder.decode(), '']) {
    const event = parse(line.replace(/\r$/, ''));
    if (event !== null) yield event;
  }
}

/** Where lines end. A carriage return at the very end waits: a line feed may follow. */
function* lineEnds(text: string): Generator<{ at: number; next: number }> {
  let from = 0;
  for (;;) {
    const feed = text.indexOf('\n', from);
    const carriage = text.indexOf('\r', from);
    if (feed < 0 && carriage < 0) return;
    if (carriage >= 0 && (feed < 0 || carriage < feed)) {
      if (carriage === text.length - 1) return;
      from = carriage + (text[carriage + 1] === '\n' ? 2 : 1);
      yield { at: carriage, next: from };
    } else {
      from = feed + 1;
      yield { at: feed, next: from };
    }
  }
}
