import { expect, test, vi } from 'vitest';
import { openMicrophone, whyRefused } from './open-microphone.ts';

function stubMicrophone() {
  const track = { stop: vi.fn(), onended: null };
  const getUserMedia = async () => ({ getTracks: () => [track] });
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } });
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
  return track;
}

const open = () =>
  openMicrophone(
    () => {},
    () => {},
  );

test('a microphone that cannot be recorded is closed again', async () => {
  const track = stubMicrophone();
  const error = await open().catch((failure: unknown) => failure);
  expect(track.stop).toHaveBeenCalledOnce();
  expect(whyRefused(error)).toMatch(/^This browser cannot record\. /);
});

test('a browser without Web Audio records, and shows no level', async () => {
  const track = stubMicrophone();
  class Recorder {
    state = 'recording';
    mimeType = 'audio/ogg;codecs=opus';
    onstop = () => {};
    start = () => {};
    stop = () => this.onstop();
  }
  vi.stubGlobal('MediaRecorder', Recorder);
  const take = await open();
  expect(take.level()).toBe(0);
  expect((await take.stop()).type).toBe('audio/ogg');
  expect(track.stop).toHaveBeenCalledOnce();
});
