import { CustomAudioEncoder, EncodedPacket, Output, registerEncoder } from 'mediabunny';
import { beforeEach, expect, test, vi } from 'vitest';
import { untilAborted } from '#base/promises.ts';
import type { Runtime } from '#engine/runtime.ts';
import { createScriptedRuntime } from '#runtimes/scripted/scripted-runtime.ts';
import { createTestApi } from '#testing/create-test-api.ts';
import { openSpeechEncoder } from './encode-audio.ts';

/** Plays the AAC encoder of a browser: its packets have no sound. */
class SilentEncoder extends CustomAudioEncoder {
  static open = 0;
  static opened = 0;
  static failure: Error | null = null;
  #packets = 0;

  static override supports(codec: string): boolean {
    return codec === 'aac';
  }

  override init(): void {
    SilentEncoder.open++;
    SilentEncoder.opened++;
  }

  override encode(): void {
    if (SilentEncoder.failure) {
      this.onError(SilentEncoder.failure);
      return;
    }
    const at = this.#packets++;
    const description = Uint8Array.of(0x13, 0x08);
    const decoderConfig = {
      codec: 'mp4a.40.2',
      sampleRate: 24_000,
      numberOfChannels: 1,
      description,
    };
    this.onPacket(new EncodedPacket(new Uint8Array(8), 'key', at / 100, 1 / 100), {
      decoderConfig,
    });
  }

  override flush(): void {}

  override close(): void {
    SilentEncoder.open--;
  }
}

registerEncoder(SilentEncoder);
beforeEach(() => {
  SilentEncoder.open = 0;
  SilentEncoder.opened = 0;
  SilentEncoder.failure = null;
});

async function open() {
  const encoder = await openSpeechEncoder('aac', 24_000);
  if (!encoder) throw new Error('AAC is not encoded.');
  return encoder;
}

const SECOND = new Float32Array(24_000);

test('a whole file leaves no encoder open', async () => {
  const encoder = await open();
  const bytes = [await encoder.encode(SECOND), await encoder.finish()];
  await encoder.close();
  expect(bytes.reduce((sum, { length }) => sum + length, 0)).toBeGreaterThan(8);
  expect([SilentEncoder.open, SilentEncoder.opened]).toEqual([0, 1]);
});

test('a file that is left or fails leaves no encoder open', async () => {
  const left = await open();
  await left.encode(SECOND);
  expect(SilentEncoder.open).toBe(1);
  await left.close();
  expect(SilentEncoder.open).toBe(0);
  SilentEncoder.failure = new Error('The encoder failed.');
  const failed = await open();
  const work = failed.encode(SECOND).then(() => failed.finish());
  await expect(work).rejects.toThrow('The encoder failed.');
  await failed.close();
  expect([SilentEncoder.open, SilentEncoder.opened]).toEqual([0, 2]);
});

/** A voice that stays in its first sentence until its request is aborted. */
function createEndlessVoice(): Runtime {
  const runtime = createScriptedRuntime();
  return {
    ...runtime,
    async *run(task, signal) {
      for await (const event of runtime.run(task, signal)) {
        yield event;
        if (event.type === 'audio') await untilAborted(new Promise(() => {}), signal);
      }
    },
  };
}

test('speech whose reader leaves ends its encoder, and a refused request opens none', async () => {
  const api = await createTestApi({ createRuntime: createEndlessVoice });
  const speak = (input: string) =>
    api.fetch('/v1/audio/speech', {
      method: 'POST',
      headers: { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'scripted-voice',
        input,
        voice: 'alloy',
        response_format: 'aac',
      }),
    });
  const reader = (await speak('One two three. '.repeat(200))).body?.getReader();
  await reader?.read();
  expect(SilentEncoder.open).toBe(1);
  await reader?.cancel();
  await expect.poll(() => SilentEncoder.open).toBe(0);
  await api.keys.setLimits(api.stored.id, { requestsPerMinute: 1 });
  const started = vi.spyOn(Output.prototype, 'start');
  expect((await speak('One.')).status).toBe(429);
  expect(started).not.toHaveBeenCalled();
  started.mockRestore();
});
