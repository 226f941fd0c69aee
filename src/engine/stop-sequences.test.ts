import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createStopMatcher } from './stop-sequences.ts';

function feed(pieces: string[], stops: string[]): { text: string; stopped: string | null } {
  const matcher = createStopMatcher(stops);
  let text = '';
  for (const piece of pieces) {
    const out = matcher.push(piece);
    text += out.text;
    if (out.stopped) return { text, stopped: out.stopped };
  }
  return { text: text + matcher.flush(), stopped: null };
}

test('cuts at the earliest stop sequence, however the text is cut into pieces', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 4 })),
      fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 4 }), {
        maxLength: 4,
      }),
      (pieces, stops) => {
        const whole = pieces.join('');
        const places = stops.map((s) => whole.indexOf(s)).filter((i) => i >= 0);
        const { text, stopped } = feed(pieces, stops);
        expect(stopped !== null).toBe(places.length > 0);
        // Found piece by piece, a longer sequence that begins earlier may lose to one that ends earlier.
        if (places.length === 0) expect(text).toBe(whole);
        else expect(whole.startsWith(text) && stops.every((s) => !text.includes(s))).toBe(true);
      },
    ),
  );
});

test('lets no beginning of a stop sequence through before it is decided', () => {
  const matcher = createStopMatcher(['STOP']);
  expect(matcher.push('one ST')).toEqual({ text: 'one ', stopped: null });
  expect(matcher.push('AY')).toEqual({ text: 'STAY', stopped: null });
  expect(matcher.push(' STO')).toEqual({ text: ' ', stopped: null });
  expect(matcher.push('P more')).toEqual({ text: '', stopped: 'STOP' });
});

test('passes everything on without sequences', () => {
  expect(feed(['a', '', 'b'], [''])).toEqual({ text: 'ab', stopped: null });
});
