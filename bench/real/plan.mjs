// What webgpu.mjs measures, by model of the hub. A repository with one weight type is installed with that type.
import { readFileSync } from 'node:fs';

const csv = readFileSync(new URL('../data/sts-english-dev.csv', import.meta.url), 'utf8');
const texts = csv
  .split(/\r?\n/)
  .filter((line) => line && !line.includes('"'))
  .map((line) => line.split(','))
  .filter((cells) => cells.length === 3)
  .flatMap((cells) => cells.slice(0, 2))
  .slice(0, 1000);

const questions = [
  'Explain why the sky is blue.',
  'Write a Python function that reverses a string.',
  'What is the capital of Australia?',
  'Translate "good morning, how are you?" to French.',
];
const recordings = ['jfk.flac', '1688.flac', '2033.flac'];
const chat = { task: 'chat', steps: ['answers', 'repeat', 'long', 'abort'], questions };
const embed = { task: 'embed', steps: ['vectors', 'speed'], texts };
const speech = { task: 'speech', steps: ['transcripts', 'twenty'], files: recordings };
const shipped = { install: false };
const gpu = { devices: ['webgpu'] };

export const PLAN = [
  { ...shipped, task: 'chat', model: 'alcove-guide', steps: ['answers', 'repeat', 'abort'] },
  { ...embed, ...shipped, model: 'alcove-embed' },
  {
    ...shipped,
    task: 'speech',
    model: 'alcove-whisper',
    steps: ['transcripts'],
    files: ['jackson.wav'],
  },
  { ...embed, model: 'real/all-MiniLM-L6-v2-fp32' },
  { ...embed, model: 'real/all-MiniLM-L6-v2-q8' },
  { ...embed, ...gpu, model: 'real/all-MiniLM-L6-v2-fp16' },
  { ...speech, model: 'real/whisper-base-fp32' },
  { ...chat, model: 'real/qwen-q4' },
  { ...chat, ...gpu, model: 'real/qwen-q4f16' },
  { ...chat, ...gpu, model: 'real/qwen-fp16' },
];
