// npm run bench:audio-memory (B4): memory of the renderer while long recordings are transcribed, and
// its growth with their length, against decoding the whole file with all features up front.
import { copyFile } from 'node:fs/promises';
import { rendererBytes } from '#scripts/renderer-memory.mjs';
import { createDigitsModel } from '../e2e/digits-model.mjs';
import { buildInPage } from './build-in-page.mjs';
import { callInPage } from './call-in-page.mjs';
import { openAlcove } from './open-alcove.mjs';
import { createReport } from './report.mjs';
import { makeTrack } from './spoken-track.mjs';

const MINUTES = (process.env.MINUTES ?? '15 60 100').split(' ').map(Number);
const { check, say, end } = createReport();
const extra = await buildInPage('audio-memory.ts');
for (const minutes of MINUTES) {
  const opus = ['-c:a', 'libopus', '-b:a', '32k'];
  await copyFile(makeTrack(minutes, 'webm', opus).path, `${extra}/track-${minutes}.webm`);
}

/** Most bytes of all renderers beyond what they took before, while `who` transcribes a recording. */
async function growth(who, minutes) {
  const { page, key, close } = await openAlcove({ extra, first: await createDigitsModel() });
  const call = callInPage(page, 'audio-memory');
  // The model is loaded before: its own memory does not grow with the recording.
  await call('ours', '/samples/spoken-digits.flac', key);
  const before = rendererBytes();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, rendererBytes());
  }, 500);
  try {
    await call(who, `/e2e/track-${minutes}.webm`, key);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  } finally {
    clearInterval(timer);
    await close();
  }
  return (most - before) / 1e6;
}

const grown = { ours: [], peer: [] };
for (const minutes of MINUTES) {
  for (const who of ['ours', 'peer']) {
    const megabytes = await growth(who, minutes).catch((error) => {
      // The peer holds a whole decoded recording in memory, so it cannot decode very long ones.
      if (who === 'ours') throw error;
      say(`  peer, ${minutes} minutes: ${String(error).split('\n')[0]}`);
      return null;
    });
    if (megabytes === null) continue;
    grown[who].push([minutes, megabytes]);
    say(`  ${who}, ${minutes} minutes: ${megabytes.toFixed(0)} MB more`);
  }
}
const peak = Math.max(...grown.ours.map(([, megabytes]) => megabytes));
check('most growth, MB', { value: peak }, 300, true, true);
check('growth a minute of audio, MB', { value: slope(grown.ours) }, 1, true, true);
check('growth a minute of the peer, MB', { value: slope(grown.peer) }, 5);
end();

/** By least squares. */
function slope(points) {
  const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;
  const x = mean(points.map(([a]) => a));
  const y = mean(points.map(([, b]) => b));
  const over = points.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0);
  return over / points.reduce((sum, [a]) => sum + (a - x) ** 2, 0);
}
