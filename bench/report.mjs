// What the benchmarks share: interleaved runs, ratios with their uncertainty, and the verdicts.
import { median, quantile } from './open-alcove.mjs';

/** Times of one contender in milliseconds. */
function series(times) {
  return {
    times,
    shown: `${median(times).toFixed(0)} (least ${Math.min(...times).toFixed(0)})`,
    /** How many times longer this took than another: medians, least times, 95 % interval. */
    over(other) {
      const pick = (list) => list.map(() => list[Math.floor(Math.random() * list.length)]);
      const ratios = Array.from(
        { length: 2000 },
        () => median(pick(times)) / median(pick(other.times)),
      );
      return {
        value: median(times) / median(other.times),
        least: Math.min(...times) / Math.min(...other.times),
        interval: [quantile(ratios, 0.025), quantile(ratios, 0.975)],
      };
    },
  };
}

/**
 * Runs contenders in the order A B C, C B A, …: slow drifts of the machine hit everyone alike. One
 * round before the first is not counted.
 */
export async function compare(names, repetitions, run) {
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (const name of names) await run(name);
  for (let i = 0; i < repetitions; i++) {
    for (const name of i % 2 ? [...names].reverse() : names) times[name].push(await run(name));
  }
  return Object.fromEntries(names.map((name) => [name, series(times[name])]));
}

/** Prints verdicts, and fails the process when one that counts was missed. */
export function createReport() {
  const missed = [];
  let goals = 0;
  const say = (text) => console.log(text);
  const mark = (ok, counts) => {
    if (!counts) return '·';
    return ok ? '✓' : '✖';
  };
  const spread = ({ least, interval }) =>
    interval ? `, 95 % ${interval.map(figure).join('–')}, least times ${figure(least)}` : '';
  const figure = (x) => (Math.abs(x) >= 100 ? x.toFixed(0) : x.toPrecision(3));
  return {
    say,
    /** `counts`: false for a figure without a target of its own. `most`: the target is an upper one. */
    check(name, ratio, target, counts = true, most = false) {
      const ok = most ? ratio.value <= target : ratio.value >= target;
      if (counts) goals++;
      if (counts && !ok) missed.push(name);
      const shown = target < 1 && !most ? ratio.value.toFixed(7) : figure(ratio.value);
      const goal = `target ${most ? '≤' : '≥'} ${target}`;
      say(`${mark(ok, counts)} ${name}: ${shown} (${goal}${spread(ratio)})`);
    },
    end() {
      const met = `${goals - missed.length} of ${goals} goals are met`;
      say(missed.length === 0 ? `\n${met}.` : `\n${met}. Missed: ${missed.join('; ')}`);
      if (missed.length === 0) return;
      process.exitCode = 1;
    },
  };
}
