import { expect, test } from 'vitest';
import { Playback } from './playback.ts';

/** An audio element without sound. */
class Sound extends EventTarget {
  currentTime = 0;
  playbackRate = 1;
  paused = true;
  async play() {
    this.paused = false;
    this.dispatchEvent(new Event('play'));
  }
  pause() {
    this.paused = true;
    this.dispatchEvent(new Event('pause'));
  }
}

test('seeks before there is sound, plays, skips and changes the speed', async () => {
  const playback = new Playback();
  const sound = new Sound();
  playback.seek(12);
  playback.setRate(1.5);
  const detach = playback.attach(sound as unknown as HTMLMediaElement);
  expect([sound.currentTime, sound.playbackRate]).toEqual([12, 1.5]);
  playback.toggle();
  expect(playback.state.getState().isPlaying).toBe(true);
  sound.currentTime = 20;
  sound.dispatchEvent(new Event('timeupdate'));
  playback.skip(-5);
  expect(sound.currentTime).toBe(15);
  playback.skip(-50);
  expect(playback.state.getState().seconds).toBe(0);
  playback.toggle();
  expect(playback.state.getState().isPlaying).toBe(false);
  detach();
  sound.dispatchEvent(new Event('play'));
  expect(playback.state.getState().isPlaying).toBe(false);
});
