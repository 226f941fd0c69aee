/** One pass of the transform: `radix` values at a time over `left` positions. */
interface Stage {
  radix: 3 | 4 | 5;
  left: number;
  stride: number;
  /** cos and −sin of the turn of each output but the first, [left × (radix − 1) × 2]. */
  turns: Float64Array;
}

/** Forward transform of one length; works on the two arrays it is given, and may swap them. */
export interface Fft {
  length: number;
  /** Real and imaginary parts, transformed in place. */
  transform: (real: Float64Array, imaginary: Float64Array) => void;
}

/**
 * A fast Fourier transform of a length made of threes, fours and fives, as 400 of the recognisers and 1,200 of the voice, by
 * Stockham's self-sorting passes. Throws RangeError for other lengths.
 * @see https://en.wikipedia.org/wiki/Fast_Fourier_transform
 */
export function createFft(length: number): Fft {
  const stages = planStages(length);
  const scratchReal: Float64Array = new Float64Array(length);
  const scratchImaginary: Float64Array = new Float64Array(length);
  return {
    length,
    transform(real, imaginary) {
      let [re, im, toRe, toIm] = [real, imaginary, scratchReal, scratchImaginary];
      for (const stage of stages) {
        if (stage.radix === 4) pass4(stage, re, im, toRe, toIm);
        else if (stage.radix === 3) pass3(stage, re, im, toRe, toIm);
        else pass5(stage, re, im, toRe, toIm);
        [re, im, toRe, toIm] = [toRe, toIm, re, im];
      }
      if (re === real) return;
      real.set(re);
      imaginary.set(im);
    },
  };
}

function planStages(length: number): Stage[] {
  const stages: Stage[] = [];
  let rest = length;
  let stride = 1;
  while (rest > 1) {
    const radix = ([4, 5, 3] as const).find((divisor) => rest % divisor === 0);
    if (!radix) throw new RangeError(`${length} is not made of threes, fours and fives.`);
    const left = rest / radix;
    const turns = new Float64Array(left * (radix - 1) * 2);
    for (let j = 0; j < left; j++) {
      for (let k = 1; k < radix; k++) {
        const angle = (-2 * Math.PI * j * k) / rest;
        const at = (j * (radix - 1) + k - 1) * 2;
        turns[at] = Math.cos(angle);
        turns[at + 1] = Math.sin(angle);
      }
    }
    stages.push({ radix, left, stride, turns });
    rest = left;
    stride *= radix;
  }
  return stages;
}

/** Writes a value turned by the angle at `turn`. */
function putter(toRe: Float64Array, toIm: Float64Array, turns: Float64Array) {
  return (at: number, r: number, i: number, turn: number) => {
    const c = turns[turn] as number;
    const s = turns[turn + 1] as number;
    toRe[at] = r * c - i * s;
    toIm[at] = r * s + i * c;
  };
}

function pass4(
  { left, stride, turns }: Stage,
  re: Float64Array,
  im: Float64Array,
  toRe: Float64Array,
  toIm: Float64Array,
): void {
  const hop = stride * left;
  const put = putter(toRe, toIm, turns);
  for (let j = 0; j < left; j++) {
    for (let q = 0; q < stride; q++) {
      const a = q + stride * j;
      const ar = re[a] as number;
      const ai = im[a] as number;
      const br = re[a + hop] as number;
      const bi = im[a + hop] as number;
      const cr = re[a + 2 * hop] as number;
      const ci = im[a + 2 * hop] as number;
      const dr = re[a + 3 * hop] as number;
      const di = im[a + 3 * hop] as number;
      const to = q + stride * 4 * j;
      toRe[to] = ar + cr + br + dr;
      toIm[to] = ai + ci + bi + di;
      put(to + stride, ar - cr + (bi - di), ai - ci - (br - dr), j * 6);
      put(to + 2 * stride, ar + cr - br - dr, ai + ci - bi - di, j * 6 + 2);
      put(to + 3 * stride, ar - cr - (bi - di), ai - ci + (br - dr), j * 6 + 4);
    }
  }
}

const SIN60 = Math.sin(Math.PI / 3);

function pass3(
  { left, stride, turns }: Stage,
  re: Float64Array,
  im: Float64Array,
  toRe: Float64Array,
  toIm: Float64Array,
): void {
  const hop = stride * left;
  const put = putter(toRe, toIm, turns);
  for (let j = 0; j < left; j++) {
    for (let q = 0; q < stride; q++) {
      const a = q + stride * j;
      const r0 = re[a] as number;
      const i0 = im[a] as number;
      const sumR = (re[a + hop] as number) + (re[a + 2 * hop] as number);
      const sumI = (im[a + hop] as number) + (im[a + 2 * hop] as number);
      const sideR = SIN60 * ((im[a + hop] as number) - (im[a + 2 * hop] as number));
      const sideI = SIN60 * ((re[a + hop] as number) - (re[a + 2 * hop] as number));
      const to = q + stride * 3 * j;
      toRe[to] = r0 + sumR;
      toIm[to] = i0 + sumI;
      put(to + stride, r0 - sumR / 2 + sideR, i0 - sumI / 2 - sideI, j * 4);
      put(to + 2 * stride, r0 - sumR / 2 - sideR, i0 - sumI / 2 + sideI, j * 4 + 2);
    }
  }
}

const C1 = Math.cos((2 * Math.PI) / 5);
const C2 = Math.cos((4 * Math.PI) / 5);
const S1 = Math.sin((2 * Math.PI) / 5);
const S2 = Math.sin((4 * Math.PI) / 5);

function pass5(
  { left, stride, turns }: Stage,
  re: Float64Array,
  im: Float64Array,
  toRe: Float64Array,
  toIm: Float64Array,
): void {
  const hop = stride * left;
  const put = putter(toRe, toIm, turns);
  for (let j = 0; j < left; j++) {
    for (let q = 0; q < stride; q++) {
      const a = q + stride * j;
      const r0 = re[a] as number;
      const i0 = im[a] as number;
      // Sums and differences of opposite values: the other outputs are made of these.
      const r14 = (re[a + hop] as number) + (re[a + 4 * hop] as number);
      const i14 = (im[a + hop] as number) + (im[a + 4 * hop] as number);
      const r23 = (re[a + 2 * hop] as number) + (re[a + 3 * hop] as number);
      const i23 = (im[a + 2 * hop] as number) + (im[a + 3 * hop] as number);
      const dr14 = (re[a + hop] as number) - (re[a + 4 * hop] as number);
      const di14 = (im[a + hop] as number) - (im[a + 4 * hop] as number);
      const dr23 = (re[a + 2 * hop] as number) - (re[a + 3 * hop] as number);
      const di23 = (im[a + 2 * hop] as number) - (im[a + 3 * hop] as number);
      const ar = r0 + C1 * r14 + C2 * r23;
      const ai = i0 + C1 * i14 + C2 * i23;
      const br = r0 + C2 * r14 + C1 * r23;
      const bi = i0 + C2 * i14 + C1 * i23;
      const cr = S1 * di14 + S2 * di23;
      const ci = S1 * dr14 + S2 * dr23;
      const dr = S2 * di14 - S1 * di23;
      const di = S2 * dr14 - S1 * dr23;
      const to = q + stride * 5 * j;
      toRe[to] = r0 + r14 + r23;
      toIm[to] = i0 + i14 + i23;
      put(to + stride, ar + cr, ai - ci, j * 8);
      put(to + 2 * stride, br + dr, bi - di, j * 8 + 2);
      put(to + 3 * stride, br - dr, bi + di, j * 8 + 4);
      put(to + 4 * stride, ar - cr, ai + ci, j * 8 + 6);
    }
  }
}
