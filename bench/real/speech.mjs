// npm run eval:real:speech -- …: transcribes recordings by real models in Chromium, through /v1, and writes
// the transcript, the time and the processor time.
//   --hub DIR     repositories as owner/name/…, served as a model hub (training/whisper builds them)
//   --audio DIR   recordings
//   --model ID    a repository of the hub, or a model that ships with the app
//   --out FILE    JSON by file name
//   --words       asks for times of words
//   --form K=V    another field of the form, e.g. language=de
//   FILE…         paths inside --audio; FILE@de sets a language
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installModel } from '../install-model.mjs';
import { openAlcove } from '../open-alcove.mjs';
import { cpuSeconds } from '../process-times.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    hub: { type: 'string' },
    audio: { type: 'string', default: '.' },
    model: { type: 'string', default: 'alcove-whisper' },
    out: { type: 'string' },
    profile: { type: 'string', default: join(tmpdir(), 'alcove-real') },
    port: { type: 'string', default: '4297' },
    words: { type: 'boolean', default: false },
    form: { type: 'string', multiple: true, default: [] },
  },
});
const { model, words, profile } = values;
if (values.hub) process.env.ALCOVE_MLC_MIRROR = values.hub;
const { createHub } = await import('../../e2e/hub.mjs');

mkdirSync(profile, { recursive: true });
const alcove = await openAlcove({
  extra: values.audio,
  settled: false,
  profile,
  port: Number(values.port),
  first: createHub(),
});
const { page, key } = alcove;
try {
  await installModel(page, model);
  await transcribe(positionals[0], { warmUp: true });
  const found = {};
  for (const name of positionals) {
    const [file, language] = name.split('@');
    const before = cpuSeconds(profile);
    const started = performance.now();
    const answer = await transcribe(file, { language });
    const wall = (performance.now() - started) / 1000;
    const cpu = cpuSeconds(profile) - before;
    found[file] = { ...answer, seconds: answer.duration, wall, cpu };
    const rate = (value) => (value / answer.duration).toFixed(3);
    console.log(
      `${file}: wall ${rate(wall)}, CPU ${rate(cpu)} s per s; ${answer.text?.slice(0, 90)}`,
    );
    if (values.out) writeFileSync(values.out, JSON.stringify(found));
  }
} finally {
  await alcove.close();
}

function transcribe(file, { language, warmUp = false }) {
  const fields = { model, response_format: 'verbose_json', ...(language ? { language } : {}) };
  for (const field of values.form) fields[field.split('=')[0]] = field.split('=')[1];
  if (words) fields['timestamp_granularities[]'] = 'word';
  return page.evaluate(
    async ([path, form, apiKey, isShort]) => {
      const sound = await (await fetch(`/e2e/${path}`)).blob();
      const body = new FormData();
      for (const [name, value] of Object.entries(form)) body.append(name, value);
      // The first seconds are enough to load the model.
      body.append('file', new File([isShort ? sound.slice(0, 200_000) : sound], path));
      const headers = { authorization: `Bearer ${apiKey}` };
      const response = await fetch('/v1/audio/transcriptions', { method: 'POST', headers, body });
      if (!response.ok) throw new Error(await response.text());
      return response.json();
    },
    [file, fields, key, warmUp],
  );
}
