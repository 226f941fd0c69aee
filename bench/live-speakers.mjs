// npm run eval:live-speakers -- --audio DIR [--kinds 2,3] [--conversations 1] [--seconds 75]: conversations mixed from recordings of
// single people (DIR/<speaker>-….flac), sent to `alcove.realtime()` in real time with `diarize`: how much of the speech has the right
// speaker when an utterance is first named, and at the end; and how long after its text its speaker is known.
import { parseArgs } from 'node:util';
import { openAlcove, quantile } from './open-alcove.mjs';
import { mixConversation, RATE, readVoices } from './speaker-mix.mjs';

const { values } = parseArgs({
  options: {
    audio: { type: 'string' },
    kinds: { type: 'string', default: '2,3' },
    conversations: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '75' },
  },
});
if (!values.audio) throw new Error('Name a folder of recordings with --audio.');

const seconds = (lags, share) => (lags.length > 0 ? `${quantile(lags, share).toFixed(2)} s` : '–');

const voices = readVoices(values.audio);
const alcove = await openAlcove({ path: '/transcribe' });
for (const kind of values.kinds.split(',')) {
  const sum = { speech: 0, first: 0, last: 0, right: 0 };
  const lags = [];
  for (let seed = 0; seed < Number(values.conversations); seed++) {
    const { samples, reference } = mixConversation(voices, {
      ...{ speakers: Number(kind), turn: [2, 9], overlap: 0, seed },
      seconds: Number(values.seconds),
    });
    const pcm = Buffer.from(
      Int16Array.from(samples, (x) => 32_767 * Math.max(-1, Math.min(1, x))).buffer,
    );
    const log = await alcove.page.evaluate(converse, [alcove.key, pcm.toString('base64'), RATE]);
    for (const failure of log.failed) console.error(failure);
    lags.push(...log.lags);
    const [first, last] = [share(log.first, reference), share(log.last, reference)];
    sum.speech += last.speech;
    sum.first += first.wrong;
    sum.last += last.wrong;
    sum.right += new Set(log.last.map(({ speaker }) => speaker)).size === Number(kind);
    if (process.env.VERBOSE) {
      for (const { start, end, speaker, text } of log.last)
        console.log(`${start.toFixed(1)} ${end.toFixed(1)} ${speaker} ${text}`);
    }
  }
  const percent = (part) => `${((100 * part) / sum.speech).toFixed(1)} %`;
  console.log(
    `${kind} people: speech with a wrong speaker ${percent(sum.first)} at first, ${percent(sum.last)} at the end; ` +
      `number right in ${sum.right} of ${values.conversations}; speaker known ${seconds(lags, 0.5)} (p50), ${seconds(lags, 0.95)} (p95) after the text`,
  );
}
await alcove.close();

/** Frames of 10 ms with one person speaking within a segment, and those whose speaker is another, by the best assignment. */
function share(segments, reference) {
  const counts = new Map();
  let speech = 0;
  for (const { start, end, speaker } of segments) {
    for (
      let frame = Math.round(start * 100);
      frame < Math.min(end * 100, reference[0].length);
      frame++
    ) {
      const now = reference.flatMap((row, person) => (row[frame] ? [person] : []));
      if (now.length !== 1) continue;
      speech++;
      const key = `${speaker} ${now[0]}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  let right = 0;
  const used = new Set();
  for (const [key, count] of [...counts].sort((a, b) => b[1] - a[1])) {
    const [speaker, person] = key.split(' ');
    if (used.has(`s${speaker}`) || used.has(`p${person}`)) continue;
    used.add(`s${speaker}`).add(`p${person}`);
    right += count;
  }
  return { speech, wrong: speech - right };
}

/** In the page. */
async function converse([key, base64, rate]) {
  const socket = await globalThis.alcove.realtime({ apiKey: key });
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const size = (rate / 10) * 2;
  const first = new Map();
  const last = new Map();
  const completed = new Map();
  const [failed, lags] = [[], []];
  let lastEvent = 0;
  let whenReady = () => {};
  const ready = new Promise((resolve) => {
    whenReady = resolve;
  });
  socket.onmessage = ({ data }) => {
    const event = JSON.parse(data);
    lastEvent = performance.now();
    const read = {
      ready: () => whenReady(),
      failed: () => failed.push(data),
      error: () => failed.push(data),
      completed: () => completed.set(event.item_id, lastEvent),
      segment: () => note(event),
    };
    read[event.type.split('.').at(-1)]?.();
  };
  function note({ id, item_id: item, start, end, speaker, text }) {
    last.set(id, { start, end, speaker, text });
    if (first.has(id)) return;
    first.set(id, { start, end, speaker });
    if (completed.has(item)) lags.push((lastEvent - completed.get(item)) / 1_000);
  }
  await new Promise((resolve) => {
    socket.onopen = resolve;
  });
  const send = (event) => socket.send(JSON.stringify(event));
  const transcription = { language: 'en', diarize: true };
  const turns = { type: 'server_vad', silence_duration_ms: 800 };
  const input = { format: { type: 'audio/pcm', rate }, transcription, turn_detection: turns };
  send({ type: 'session.update', session: { type: 'transcription', audio: { input } } });
  await ready;
  const began = performance.now();
  for (let at = 0; at < bytes.length; at += size) {
    const wait = began + (at / 2 / rate) * 1_000 + 100 - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const audio = btoa(String.fromCharCode(...bytes.subarray(at, at + size)));
    send({ type: 'input_audio_buffer.append', audio });
  }
  send({ type: 'input_audio_buffer.commit' });
  lastEvent = performance.now();
  while (performance.now() - lastEvent < 12_000)
    await new Promise((resolve) => setTimeout(resolve, 100));
  socket.close();
  return { first: [...first.values()], last: [...last.values()], failed, lags };
}
