// What npm run eval:models runs inside the page.

const headersOf = (key) => ({ authorization: `Bearer ${key}` });

export async function askAll(key, questions) {
  const headers = { ...headersOf(key), 'content-type': 'application/json' };
  const ask = async (content) => {
    const messages = [{ role: 'user', content }];
    const body = JSON.stringify({
      model: 'alcove-guide',
      temperature: 0,
      max_tokens: 300,
      messages,
    });
    const reply = await (
      await fetch('/v1/chat/completions', { method: 'POST', headers, body })
    ).json();
    return { text: reply.choices[0].message.content, usage: reply.usage };
  };
  const answers = [];
  for (const question of questions) answers.push(await ask(question));
  // A prompt of about sixty tokens, a few times over.
  const long = `${'please '.repeat(44)}show me an example with the openai client`;
  const timed = [];
  for (let i = 0; i < 7; i++) timed.push((await ask(long)).usage);
  return { answers, timed };
}

async function embed(key, input) {
  const headers = { ...headersOf(key), 'content-type': 'application/json' };
  const body = JSON.stringify({ model: 'alcove-embed', input });
  const reply = await (await fetch('/v1/embeddings', { method: 'POST', headers, body })).json();
  return reply.data.map((d) => d.embedding);
}

function cosine(u, v, size) {
  let [uv, uu, vv] = [0, 0, 0];
  for (let i = 0; i < size; i++) {
    uv += u[i] * v[i];
    uu += u[i] * u[i];
    vv += v[i] * v[i];
  }
  return uv / Math.sqrt(uu * vv);
}

export async function comparePairs(key, a, b) {
  const [x, y] = [await embed(key, a), await embed(key, b)];
  const sizes = [64, 128, 256];
  const scores = Object.fromEntries(sizes.map((n) => [n, x.map((u, i) => cosine(u, y[i], n))]));
  const alone = [];
  for (const text of a.slice(0, 40)) alone.push(...(await embed(key, [text])));
  return { scores, same: Math.min(...alone.map((u, i) => cosine(u, x[i], 256))) };
}

/** Seconds for 2,000 sentences of 12 words, five times. */
export async function timeSentences(key) {
  const words = 'a man and his old dog walk slowly along the wide river bank'.split(' ');
  const turned = (i) => [...words.slice(i % 12), ...words.slice(0, i % 12)].slice(0, 11);
  const input = Array.from({ length: 2000 }, (_, i) => [...turned(i), `number${i}`].join(' '));
  const headers = { ...headersOf(key), 'content-type': 'application/json' };
  const body = JSON.stringify({ model: 'alcove-embed', input, encoding_format: 'base64' });
  const seconds = [];
  for (let i = 0; i < 5; i++) {
    const start = performance.now();
    await (await fetch('/v1/embeddings', { method: 'POST', headers, body })).text();
    seconds.push((performance.now() - start) / 1000);
  }
  return seconds;
}

function seeded(seed) {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

function toWav(samples) {
  const view = new DataView(new ArrayBuffer(44 + samples.length * 2));
  const bytes = new Uint8Array(view.buffer);
  const text = (at, s) => bytes.set(new TextEncoder().encode(s), at);
  text(0, 'RIFF');
  view.setUint32(4, 36 + samples.length * 2, true);
  text(8, 'WAVEfmt ');
  for (const [at, value] of [
    [16, 16],
    [24, 16_000],
    [28, 32_000],
    [40, samples.length * 2],
  ])
    view.setUint32(at, value, true);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ])
    view.setUint16(at, value, true);
  text(36, 'data');
  for (const [i, x] of samples.entries())
    view.setInt16(44 + i * 2, Math.max(-1, Math.min(1, x)) * 32767, true);
  return new Blob([view.buffer]);
}

async function transcribe(key, samples, format) {
  const form = new FormData();
  form.append('model', 'alcove-digits');
  form.append('response_format', format);
  form.append('file', new File([toWav(samples)], 'a.wav'));
  return fetch('/v1/audio/transcriptions', { method: 'POST', headers: headersOf(key), body: form });
}

/** One to twelve clips of one voice with gaps between them, and the time of each word. */
function compose(track, clips, length, random) {
  const pieces = [];
  const expected = [];
  let at = 0.1 + random() * 0.5;
  for (let i = 0; i < length; i++) {
    const clip = clips[Math.floor(random() * clips.length)];
    const start = Math.round(clip.at * 16_000);
    pieces.push([
      Math.round(at * 16_000),
      track.subarray(start, start + Math.round(clip.seconds * 16_000)),
    ]);
    for (const [word, when] of clip.words) expected.push([word, at + when]);
    at += clip.seconds + 0.05 + random() * 0.6;
  }
  const samples = new Float32Array(Math.ceil((at + 0.3) * 16_000));
  for (const [where, piece] of pieces)
    for (const [i, x] of piece.entries()) samples[where + i] += x * 0.5;
  return { samples, expected };
}

/** Strings of recorded digits with noise, or single synthetic phrases; the reference and the transcript. */
export async function transcribeStrings(key, flac, clips, kind) {
  const bytes = Uint8Array.from(atob(flac), (c) => c.charCodeAt(0));
  const context = new OfflineAudioContext(1, 16_000, 16_000);
  const track = (await context.decodeAudioData(bytes.buffer)).getChannelData(0);
  const random = seeded(99);
  const results = [];
  const count = kind === 'real' ? 120 : clips.length;
  for (let n = 0; n < count; n++) {
    const { voice } = clips[Math.floor(random() * clips.length)];
    const mine = kind === 'real' ? clips.filter((c) => c.voice === voice) : [clips[n]];
    const { samples, expected } = compose(track, mine, kind === 'real' ? 1 + (n % 12) : 1, random);
    const noise = n % 2 ? 0.002 + 0.008 * random() : 0.0005;
    for (const [i, x] of samples.entries())
      samples[i] = x + (random() + random() + random() - 1.5) * noise;
    const begin = performance.now();
    const { segments } = await (await transcribe(key, samples, 'verbose_json')).json();
    results.push({
      voice: mine[0].voice,
      expected,
      segments,
      seconds: samples.length / 16_000,
      took: (performance.now() - begin) / 1000,
    });
  }
  return results;
}

/** The texts of a minute each of silence, noise and music. */
export async function transcribeNothing(key) {
  const scale = [0, 2, 4, 5, 7, 9, 11, 12];
  const random = seeded(5);
  const chord = (i) => {
    const beat = Math.floor(i / 6400);
    const t = (i % 6400) / 16_000;
    const note = (k) => 220 * 2 ** (scale[(beat * 5 + k * 3) % 8] / 12);
    const tone = (f) => Math.sin(2 * Math.PI * f * t) + 0.4 * Math.sin(4 * Math.PI * f * t);
    return 0.15 * Math.exp(-3 * t) * [0, 1, 2].reduce((sum, k) => sum + tone(note(k)), 0);
  };
  const made = { silence: () => 0, noise: () => (random() - 0.5) * 0.2, music: chord };
  const texts = {};
  for (const [name, make] of Object.entries(made)) {
    const samples = Float32Array.from({ length: 60 * 16_000 }, (_, i) => make(i));
    texts[name] = await (await transcribe(key, samples, 'text')).text();
  }
  return texts;
}

/** A reply, a vector and a transcript, asked for together. */
export async function askAllThree(key) {
  const headers = { ...headersOf(key), 'content-type': 'application/json' };
  const messages = [{ role: 'user', content: 'Hello' }];
  const body = JSON.stringify({ model: 'alcove-guide', messages, max_tokens: 16 });
  const chat = fetch('/v1/chat/completions', { method: 'POST', headers, body });
  const tone = Float32Array.from({ length: 32_000 }, (_, i) => Math.sin(i / 7) / 4);
  const answers = await Promise.all([chat, embed(key, ['hello']), transcribe(key, tone, 'text')]);
  return answers.length;
}
