import {
  audioReasoning as answer,
  chatCompletionChunk,
  REASONING_EXAMPLE,
} from '#contract/answers/chat-answer.ts';
import { speechEvent } from '#contract/answers/speech-answer.ts';
import {
  transcription,
  transcriptionDiarized,
  transcriptionEvent,
  transcriptionVerbose,
} from '#contract/answers/transcript-answer.ts';
import { reasoningRequest, transcriptionRequest } from '#contract/audio-request.ts';
import { speechRequest } from '#contract/speech-request.ts';
import { named, z } from '#contract/zod.ts';
import { endpoint } from './endpoint.ts';

const common = {
  tag: 'audio',
  tasks: ['speech', 'audio-chat'],
  method: 'POST',
  request: { form: named('CreateTranscriptionRequest', transcriptionRequest) },
  response: {
    json: z.union([transcription, transcriptionDiarized, transcriptionVerbose]),
    events: transcriptionEvent,
    hasText: true,
  },
} as const;

export const speech = endpoint({
  name: 'speech',
  operationId: 'createSpeech',
  method: 'POST',
  path: '/v1/audio/speech',
  summary: 'Speech',
  description: 'English text read aloud: mp3, wav, pcm, opus, aac or flac, streamed as it is made',
  tag: 'audio',
  tasks: ['voice'],
  request: { json: named('CreateSpeechRequest', speechRequest) },
  response: { hasAudio: true, events: speechEvent },
  clientMethod: 'audio.speech.create',
  example: {
    model: 'alcove-voice',
    body: { input: 'It is half past seven.', voice: 'heart', response_format: 'wav' },
    answer: {},
  },
});

export const transcriptions = endpoint({
  ...common,
  name: 'transcriptions',
  operationId: 'createTranscription',
  path: '/v1/audio/transcriptions',
  summary: 'Transcription',
  description:
    'flac, mp3, mp4, mpeg, mpga, m4a, ogg, oga, wav, webm up to 25 MB, or a stored recording of any size; json, text, verbose_json, srt, vtt, diarized_json with who says it',
  clientMethod: 'audio.transcriptions.create',
  example: {
    model: 'alcove-whisper',
    body: { response_format: 'verbose_json' },
    answer: { text: 'one two three' },
  },
});

export const translations = endpoint({
  ...common,
  name: 'translations',
  operationId: 'createTranslation',
  path: '/v1/audio/translations',
  summary: 'Translation',
  description: 'the same files, written in English; needs a multilingual model',
  clientMethod: 'audio.translations.create',
  example: {
    model: 'alcove-whisper',
    body: { response_format: 'json' },
    answer: { text: 'one two three' },
  },
});

export const audioReasoning = endpoint({
  name: 'audio-reasoning',
  operationId: 'createAudioReasoning',
  method: 'POST',
  path: '/v1/audio/reasoning',
  summary: 'Audio reasoning',
  description: 'chat about audio of up to 30 s; needs an audio-language model',
  tag: 'audio',
  tasks: ['audio-chat'],
  request: {
    json: named('CreateAudioReasoningRequest', reasoningRequest.omit({ file: true })),
    form: named('CreateAudioReasoningForm', reasoningRequest),
  },
  response: { json: answer, events: chatCompletionChunk, hasText: true },
  clientMethod: null,
  example: {
    model: 'onnx-community/ultravox-v0_5-llama-3_2-1b-ONNX',
    body: {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'audio_content', audio_content: { content: 'data:audio/mp3;base64,…' } },
            { type: 'text', text: 'What is said here?' },
          ],
        },
      ],
    },
    answer: REASONING_EXAMPLE,
  },
});
