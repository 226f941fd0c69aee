// npm run eval:vocabulary -- [--audio FOLDER] [--limit 25] [--part whole,live,harm]: 24 sentences with rare names, spoken by
// alcove-voice in Chromium and transcribed by alcove-whisper with and without the list of the names: names that are spelled
// right, offline and live. Then recordings of FOLDER, whose `references.json` has `file` and `text`, with the same list, none
// of which is said there: words that the list made wrong. Needs ffmpeg for --audio.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openAlcove } from './open-alcove.mjs';
import { wordEdits } from './scoring.mjs';

const { values } = parseArgs({
  options: {
    audio: { type: 'string' },
    limit: { type: 'string', default: '25' },
    part: { type: 'string', default: 'whole,live,harm' },
    verbose: { type: 'boolean', default: false },
  },
});

/** Sentences, with names between brackets. */
const SENTENCES = [
  'The letter was signed by Doctor [Quenby] in March.',
  '[Thessaly] [Marrow] called the office this morning.',
  'Please send the report to [Ilse] [Vandermeer] today.',
  'We met at the [Korvath] bridge after lunch.',
  '[Anselm] [Tregarth] will speak first tomorrow.',
  'The new server is called [Nimbara] and runs well.',
  'Our partner [Zelcor] has agreed to the price.',
  'Professor [Okonjo] wrote the second chapter.',
  'The train to [Brindlewick] leaves at seven.',
  '[Maelle] [Dufresne] opened the meeting.',
  'She works with [Kubernetes] and [Grafana] every day.',
  'The patient takes [Apixaban] twice a day.',
  'Ask [Siobhan] [Kearney] about the contract.',
  'The village of [Llanfair] is near the coast.',
  'Mister [Pemberley] disagreed with the plan.',
  'The company [Averon] builds small engines.',
  '[Ludmilla] [Prokhorova] teaches chemistry here.',
  'The team in [Ouagadougou] finished the work.',
  'We moved the data to [Postgres] last week.',
  'Captain [Jorvik] waited for the storm to end.',
  'The medicine [Lisinopril] is on the shelf.',
  '[Cosima] [Hallworth] plays the cello.',
  'The river [Tavira] was high this spring.',
  'Tell [Bexley] that the tickets are ready.',
];
const spoken = SENTENCES.map((text) => ({
  text: text.replace(/[[\]]/g, ''),
  names: [...text.matchAll(/\[([^\]]+)\]/g)].map(([, name]) => name),
}));
const NAMES = [...new Set(spoken.flatMap(({ names }) => names))];

const TITLES = { mr: 'mister', mrs: 'missus', dr: 'doctor' };
const wordsOf = (text) =>
  (text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []).map((word) => TITLES[word] ?? word);
const percent = (part, all) => `${((100 * part) / all).toFixed(1)} %`;

const { page, key, close } = await openAlcove({ path: '/transcribe' });
try {
  const parts = values.part.split(',');
  const ways = Object.entries({ whole: transcribe, live: transcribeLive });
  const sounds = [];
  if (ways.some(([way]) => parts.includes(way)))
    for (const { text } of spoken) sounds.push(await page.evaluate(say, { key, text }));
  for (const [way, listen] of ways.filter(([name]) => parts.includes(name))) {
    const right = { without: 0, with: 0 };
    const wrong = { without: 0, with: 0 };
    let [names, words] = [0, 0];
    for (const [i, { text, names: said }] of spoken.entries()) {
      const plain = wordsOf(text).filter((word) => !said.some((one) => wordsOf(one)[0] === word));
      names += said.length;
      words += plain.length;
      for (const [name, vocabulary] of [
        ['without', []],
        ['with', NAMES],
      ]) {
        const found = await page.evaluate(listen, { key, wav: sounds[i], vocabulary });
        const list = wordsOf(found);
        right[name] += said.filter((one) => list.includes(one.toLowerCase())).length;
        wrong[name] += plain.filter((word) => !list.includes(word)).length;
        if (values.verbose) console.log(`${way}, ${name}: ${found}`);
      }
    }
    console.log(
      `${way}: names right ${right.without} of ${names} without the list, ${right.with} with it; ` +
        `other words that are missing ${wrong.without} and ${wrong.with} of ${words}`,
    );
  }
  if (values.audio && parts.includes('harm')) await measureHarm(values.audio, Number(values.limit));
} finally {
  await close();
}

/** Recordings in which no name of the list is said. */
async function measureHarm(folder, limit) {
  const known = JSON.parse(readFileSync(join(folder, 'references.json'), 'utf8'))
    .filter(({ language = 'en', text }) => language === 'en' && !names(text))
    .slice(0, limit);
  const sum = { words: 0, without: 0, with: 0, worse: 0, inserted: 0 };
  for (const { file, text } of known) {
    const wav = execFileSync(
      'ffmpeg',
      ['-v', 'error', '-i', join(folder, file), '-ac', '1', '-ar', '16000', '-f', 'wav', '-'],
      { maxBuffer: 1e9 },
    ).toString('base64');
    const said = wordsOf(text);
    const without = await page.evaluate(transcribe, { key, wav, vocabulary: [] });
    const biased = await page.evaluate(transcribe, { key, wav, vocabulary: NAMES });
    const edits = [without, biased].map((found) => wordEdits(said, wordsOf(found)));
    sum.words += said.length;
    sum.without += edits[0];
    sum.with += edits[1];
    sum.worse += Math.max(0, edits[1] - edits[0]);
    sum.inserted += names(biased);
    if (values.verbose && without !== biased) console.log(`${file}\n  ${without}\n  ${biased}`);
  }
  console.log(
    `${known.length} recordings without these names, ${sum.words} words: error rate ${percent(sum.without, sum.words)} ` +
      `without the list, ${percent(sum.with, sum.words)} with it; ${sum.worse} words made wrong ` +
      `(goal: at most ${Math.floor(sum.words / 500)}), names written that nobody said: ${sum.inserted}`,
  );
}

/** How many words of a text are in the list. */
function names(text) {
  const list = new Set(NAMES.flatMap(wordsOf));
  return wordsOf(text).filter((word) => list.has(word)).length;
}

/** In the page: a WAV file, in base64. */
async function say({ key, text }) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ model: 'alcove-voice', input: text, response_format: 'wav' });
  const answer = await fetch('/v1/audio/speech', { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(await answer.text());
  const bytes = new Uint8Array(await answer.arrayBuffer());
  let binary = '';
  for (let at = 0; at < bytes.length; at += 8_192)
    binary += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(binary);
}

/** In the page. */
async function transcribe({ key, wav, vocabulary }) {
  const form = new FormData();
  form.set('model', 'alcove-whisper');
  form.set('language', 'en');
  form.set('file', new File([Uint8Array.from(atob(wav), (c) => c.charCodeAt(0))], 'said.wav'));
  for (const term of vocabulary) form.append('vocabulary[]', term);
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch('/v1/audio/transcriptions', { method: 'POST', headers, body: form });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()).text;
}

/** In the page: as fast as the model is. */
async function transcribeLive({ key, wav, vocabulary }) {
  const file = Uint8Array.from(atob(wav), (c) => c.charCodeAt(0));
  const context = new OfflineAudioContext(1, 1, 16_000);
  const decoded = await context.decodeAudioData(file.buffer);
  const pcm = Int16Array.from(
    decoded.getChannelData(0),
    (x) => Math.max(-1, Math.min(1, x)) * 32_767,
  );
  const bytes = new Uint8Array(pcm.buffer);
  const socket = await globalThis.alcove.realtime({ apiKey: key, model: 'alcove-whisper' });
  const done = [];
  const completed = new Promise((resolve, reject) => {
    socket.onmessage = ({ data }) => {
      const event = JSON.parse(data);
      const kind = event.type.split('.').at(-1);
      if (kind === 'completed') {
        done.push(event.transcript);
        setTimeout(resolve, 500);
      }
      if (kind === 'failed' || kind === 'error') reject(new Error(data));
    };
  });
  await new Promise((resolve) => {
    socket.onopen = resolve;
  });
  const send = (event) => socket.send(JSON.stringify(event));
  const input = {
    format: { type: 'audio/pcm', rate: 16_000 },
    transcription: { language: 'en', vocabulary },
    turn_detection: null,
  };
  send({ type: 'session.update', session: { type: 'transcription', audio: { input } } });
  for (let at = 0; at < bytes.length; at += 3_200) {
    const audio = btoa(String.fromCharCode(...bytes.subarray(at, at + 3_200)));
    send({ type: 'input_audio_buffer.append', audio });
  }
  send({ type: 'input_audio_buffer.commit' });
  await completed;
  socket.close();
  return done.join(' ');
}
