import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, expect, type Page, test } from '@playwright/test';
import { fromPcm, toWav } from '#base/audio.ts';
import { violations } from './axe.ts';
import { ChatPage } from './chat-page.ts';
import { withMicrophone } from './fake-microphone.ts';
import { openPage } from './open-page.ts';

const RATE = 24_000;
/** Seconds of silence before the first and after each utterance. */
const LEAD = 4;
const PAUSE = 5;

/** Writes the sound of a microphone: sentences in the voice of the app, and silence after each. */
async function speak(page: Page, sentences: readonly string[]): Promise<string> {
  const key = await openPage(page, '/');
  const parts: Float32Array[] = [new Float32Array(LEAD * RATE)];
  for (const input of sentences) {
    const bytes = await page.evaluate(
      async ({ key, input }) => {
        const response = await fetch('/v1/audio/speech', {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ model: 'alcove-voice', input, response_format: 'pcm' }),
        });
        return [...new Uint8Array(await response.arrayBuffer())];
      },
      { key, input },
    );
    parts.push(fromPcm(Uint8Array.from(bytes)), new Float32Array(PAUSE * RATE));
  }
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  const file = join(mkdtempSync(join(tmpdir(), 'talk-')), 'speech.wav');
  writeFileSync(file, new Uint8Array(await toWav(whole, RATE).arrayBuffer()));
  return file;
}

const openWithMicrophone = (file: string): Promise<Browser> =>
  chromium.launch(withMicrophone(file));

interface Events {
  /** `sounding`: sounds of the page that play then. */
  log: { at: number; what: string; sounding: number }[];
}

/** Notes when sound begins and ends, and each state of the talk. */
async function follow(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const log: Events['log'] = [];
    Object.assign(globalThis, { log });
    const sounding = new Set<AudioBufferSourceNode>();
    const note = (what: string) =>
      log.push({ at: performance.now(), what, sounding: sounding.size });
    const { start, stop } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function (...at) {
      sounding.add(this);
      this.addEventListener('ended', () => sounding.delete(this) && note('over'));
      note('sound');
      start.apply(this, at);
    };
    AudioBufferSourceNode.prototype.stop = function () {
      sounding.delete(this);
      note('silence');
      stop.call(this);
    };
    let last = '';
    new MutationObserver(() => {
      const phase = document.querySelector('p[data-phase]')?.getAttribute('data-phase') ?? '';
      if (phase !== last) note(phase);
      last = phase;
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
}

const events = (page: Page) => page.evaluate(() => (globalThis as unknown as Events).log);

test('a person talks hands-free with the models in the box, and a key interrupts', async ({
  page,
  baseURL,
}, info) => {
  test.setTimeout(600_000);
  const browser = await openWithMicrophone(await speak(page, ['What can you do?']));
  try {
    const talker = await browser.newPage({ baseURL: baseURL ?? '' });
    await follow(talker);
    const chat = new ChatPage(talker);
    const outside: string[] = [];
    // Of the context: requests of workers are among them.
    talker.context().on('request', (request) => {
      const { origin } = new URL(request.url());
      if (origin !== baseURL && origin !== 'null') outside.push(request.url());
    });
    await chat.open('/chat');
    await talker.getByRole('button', { name: 'Talk hands-free' }).click();
    const bar = talker.getByRole('region', { name: 'Hands-free conversation' });
    await expect(bar).toContainText('Listening', { timeout: 120_000 });
    expect(await violations(talker)).toEqual([]);
    await photograph(talker, info.outputPath('talk'));
    const questions = chat.log.getByRole('article', { name: 'You' });
    await expect(questions).toHaveText(/what can you do/i, { timeout: 240_000 });
    await expect(bar).toContainText('Speaking', { timeout: 120_000 });
    // A key silences it immediately.
    const pressed = await talker.evaluate(() => {
      const at = performance.now();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'x', bubbles: true }));
      return at;
    });
    await expect(bar).toContainText('Listening');
    const log = await events(talker);
    const silence = log.find(({ at, what }) => what === 'silence' && at >= pressed);
    expect((silence?.at ?? Number.POSITIVE_INFINITY) - pressed).toBeLessThan(150);
    // The talk is a chat.
    await expect(chat.answers).toHaveCount(1);
    await bar.getByRole('button', { name: 'End' }).click();
    await expect(bar).toHaveCount(0);
    await talker.reload();
    await expect(questions).toHaveText(/what can you do/i);
    expect(outside).toEqual([]);
  } finally {
    await browser.close();
  }
});

interface Microphone {
  /** Speaks into it. @returns the milliseconds of the page at which the sound begins and ends */
  say: (key: string, input: string) => Promise<{ from: number; to: number }>;
}

/** A microphone that receives the speech of the test and, quietly, the sound of the page. */
async function openAir(page: Page): Promise<void> {
  await page.addInitScript((rate) => {
    const { start } = AudioBufferSourceNode.prototype;
    let air: { context: AudioContext; out: MediaStreamAudioDestinationNode } | null = null;
    const ECHO = 0.05;
    const echoes = new WeakMap<AudioNode, AudioNode>();
    navigator.mediaDevices.getUserMedia = async () => {
      const context = new AudioContext();
      air = { context, out: context.createMediaStreamDestination() };
      return air.out.stream;
    };
    const play = (samples: Float32Array<ArrayBuffer>, loudness: number) => {
      if (!air) throw new Error('Nobody listens.');
      const { context, out } = air;
      const source = context.createBufferSource();
      source.buffer = context.createBuffer(1, samples.length, rate);
      source.buffer.copyToChannel(samples, 0);
      const gain = new GainNode(context, { gain: loudness });
      source.connect(gain).connect(out);
      start.call(source);
      return { source, at: performance.now() };
    };
    const noted = AudioBufferSourceNode.prototype.start;
    AudioBufferSourceNode.prototype.start = function (...at) {
      noted.apply(this, at);
      const { source } = play(this.buffer?.getChannelData(0).slice() ?? new Float32Array(1), ECHO);
      this.addEventListener('ended', () => source.disconnect());
      echoes.set(this, source);
    };
    // A context that is closed ends no sound: its echo would continue.
    const { stop } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.stop = function (...at) {
      echoes.get(this)?.disconnect();
      stop.apply(this, at);
    };
    const say: Microphone['say'] = async (key, input) => {
      const response = await fetch('/v1/audio/speech', {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'alcove-voice', input, response_format: 'pcm' }),
      });
      const samples = Float32Array.from(
        new Int16Array(await response.arrayBuffer()),
        (value) => value / 32_768,
      );
      const isLoud = (value: number) => Math.abs(value) > 0.02;
      const first = samples.findIndex(isLoud);
      const last = samples.findLastIndex(isLoud);
      const { at } = play(samples, 1);
      return { from: at + (first / rate) * 1_000, to: at + (last / rate) * 1_000 };
    };
    Object.assign(globalThis, { say });
  }, RATE);
}

/** What comes after the end of speech, until the first sound. */
const STEPS = ['transcribing', 'thinking', 'sound'];

test('who speaks while it speaks silences it and is answered; its echo is not @measured', async ({
  page,
}, info) => {
  test.setTimeout(600_000);
  // Followed last: the page does not make the sounds of the test.
  await openAir(page);
  await follow(page);
  const key = await openPage(page, '/chat');
  const chat = new ChatPage(page);
  await chat.open('/chat');
  await page.getByRole('button', { name: 'Talk hands-free' }).click();
  const bar = page.getByRole('region', { name: 'Hands-free conversation' });
  await expect(bar).toContainText('Listening', { timeout: 120_000 });
  const waits: number[] = [];
  const steps: number[][] = [];
  const silenced: number[] = [];
  const begun: number[] = [];
  const asked = [
    'What can you do?',
    'Does anything leave my computer?',
    'Can I use it without the internet?',
    'How do I transcribe a recording?',
    'What is an embedding?',
    'What can you do?',
  ];
  for (const [turn, input] of asked.entries()) {
    const said = await page.evaluate(
      ([key, input]) => (globalThis as unknown as Microphone).say(key, input),
      [key, input] as const,
    );
    const after = (what: string, from: number) => async () =>
      (await events(page)).find((event) => event.what === what && event.at > from)?.at ?? 0;
    const noticed = await expect
      .poll(after('recording', said.from), { timeout: 60_000 })
      .toBeGreaterThan(0)
      .then(after('recording', said.from));
    begun.push(noticed - said.from);
    const before = (await events(page)).filter(({ at }) => at < noticed - 50);
    // The answer may be over, or between two sentences, when the person begins to speak.
    if (before.at(-1)?.sounding) {
      await expect.poll(after('silence', said.from)).toBeGreaterThan(0);
      silenced.push(Math.abs((await after('silence', said.from)()) - noticed));
    }
    await expect.poll(after('sound', said.to), { timeout: 120_000 }).toBeGreaterThan(0);
    waits.push((await after('sound', said.to)()) - said.to);
    steps.push(
      await Promise.all(STEPS.map(async (what) => (await after(what, said.to)()) - said.to)),
    );
    await expect(bar).toContainText('Speaking');
    // Its own voice begins nothing.
    const { length } = await events(page);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_500)));
    const since = (await events(page)).slice(length);
    expect(since.filter(({ what }) => what === 'recording')).toEqual([]);
    await expect(chat.answers).toHaveCount(turn + 1);
  }
  const round = (values: number[]) => values.map(Math.round).sort((a, b) => a - b);
  const p50 = (values: number[]) => round(values)[values.length >> 1] ?? Number.NaN;
  const when = STEPS.map((what, i) => `${what} ${p50(steps.map((step) => step[i] ?? 0))}`);
  const figures = `end of speech to sound p50 ${p50(waits)} ms (${round(waits)}; ${when.join(', ')}); speech is noticed after ${round(begun)} ms, and silences the voice ${round(silenced)} ms later`;
  info.annotations.push({ type: 'measured', description: figures });
  process.stdout.write(`${figures}\n`);
  expect(silenced.length).toBeGreaterThan(0);
  expect(Math.max(...silenced)).toBeLessThan(150);
  expect(p50(begun)).toBeLessThan(400);
});

/** What a person sees, on a desktop and a phone. */
async function photograph(page: Page, name: string): Promise<void> {
  const before = page.viewportSize() ?? { width: 1280, height: 720 };
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await violations(page)).toEqual([]);
    await page.screenshot({ path: `${name}-${width}.png` });
  }
  await page.setViewportSize(before);
}
