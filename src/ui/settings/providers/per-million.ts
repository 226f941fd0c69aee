const PLACES = 6;
/** Digits after the point that a price may have. */
const DIGITS = 12;

/** A price of one token as that of a million, both as text: no digit is lost on the way. */
export function perMillion(price: string): string {
  const [whole = '0', fraction = ''] = price.split('.');
  const moved = fraction.padEnd(PLACES, '0');
  return tidy(whole + moved.slice(0, PLACES), moved.slice(PLACES));
}

/** The reverse. Digits beyond the twelfth of one token are dropped. */
export function perToken(price: string): string {
  const [whole = '0', fraction = ''] = price.split('.');
  const moved = whole.padStart(PLACES + 1, '0');
  const tail = moved.slice(-PLACES) + fraction;
  return tidy(moved.slice(0, -PLACES), tail.slice(0, DIGITS));
}

function tidy(whole: string, fraction: string): string {
  const left = whole.replace(/^0+(?=\d)/, '');
  const right = fraction.replace(/0+$/, '');
  return right === '' ? left : `${left}.${right}`;
}
