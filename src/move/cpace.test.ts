import { expect, test } from 'vitest';
import { Cpace, sessionKey } from './cpace.ts';
import { MoveError } from './move-error.ts';

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
const hex = (data: Uint8Array) => Buffer.from(data).toString('hex');
const utf8 = (text: string) => new TextEncoder().encode(text);

// Appendix B.3 of draft-irtf-cfrg-cpace.
const INPUT = {
  secret: utf8('Password'),
  context: bytes('6f630b425f726573706f6e6465720b415f696e69746961746f72'),
  session: bytes('7e4b4791d6a8ef019b936c79fb7f2c57'),
};
const A = 'da3d23700a9e5699258aef94dc060dfda5ebb61f02a5ea77fad53f4ff0976d08';
const B = 'd2316b454718c35362d83d69df6320f38578ed5984651435e2949762d900b80d';

test('makes the shares and the key of the test vectors', () => {
  const a = new Cpace(INPUT, bytes(A));
  const b = new Cpace(INPUT, bytes(B));
  expect(hex(a.share)).toBe('d40fb265a7abeaee7939d91a585fe59f7053f982c296ec413c624c669308f87a');
  expect(hex(b.share)).toBe('08bcf6e9777a9c313a3db6daa510f2d398403319c2341bd506a92e672eb7e307');
  const product = a.multiply(b.share);
  expect(hex(product)).toBe('e22b1ef7788f661478f3cddd4c600774fc0f41e6b711569190ff88fa0e607e09');
  expect(b.multiply(a.share)).toEqual(product);
  const key = sessionKey(
    INPUT.session,
    product,
    { share: a.share, data: utf8('ADa') },
    { share: b.share, data: utf8('ADb') },
  );
  expect(hex(key)).toBe(
    '4c5469a16b2364c4b944ebc1a79e51d1674ad47db26e8718154f59faebfaa52d' +
      '8346f30aa58377117eb20d527f2cbc5c76381f7fd372e89df8239f87f2e02ed1',
  );
});

test('another secret, context or session makes another product', () => {
  const b = new Cpace(INPUT);
  const products = [
    { ...INPUT, secret: utf8('password') },
    { ...INPUT, context: utf8('other') },
    { ...INPUT, session: utf8('other') },
  ].map((input) => {
    const a = new Cpace(input, bytes(A));
    return hex(b.multiply(a.share)) === hex(a.multiply(b.share));
  });
  expect(products).toEqual([false, false, false]);
});

test('refuses shares that are no element, or that any secret would fit', () => {
  const own = new Cpace(INPUT);
  for (const share of [
    // The neutral element, and an encoding that is not canonical.
    '00'.repeat(32),
    '2b3c6b8c4f3800e7aef6864025b4ed79bd599117e427c41bd47d93d654b4a51c',
    'ff'.repeat(32),
    '00',
  ]) {
    expect(() => own.multiply(bytes(share))).toThrow(MoveError);
  }
});

test('draws another share for each exchange', () => {
  const shares = Array.from({ length: 20 }, () => hex(new Cpace(INPUT).share));
  expect(new Set(shares).size).toBe(20);
});
