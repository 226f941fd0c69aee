import { Course, type MoveState } from '#move/tend-link.ts';
import { setMove, showStep } from './move-view.ts';

/** Milliseconds between two pictures of the progress, and over which its rate is measured. */
const DRAW_MS = 100;
const RATE_MS = 8_000;

/** A course whose progress is shown, and whose pause and end the person has. */
export function openCourse(controller: AbortController): Course {
  let drawnAt = 0;
  let shown: MoveState | null = null;
  const rate = new Rate();
  const course = new Course((state) => {
    const now = performance.now();
    const bytesPerSecond = rate.of(state, now);
    const { phase, isPausedHere, isPausedThere } = shown ?? {};
    const isSame =
      phase === state.phase &&
      isPausedHere === state.isPausedHere &&
      isPausedThere === state.isPausedThere;
    if (isSame && now - drawnAt < DRAW_MS) return;
    [drawnAt, shown] = [now, state];
    // Before the devices met there is nothing of a course to see.
    if (state.path === null && state.cuts === 0) return;
    showStep({ step: 'running', state, bytesPerSecond });
  });
  setMove({
    pause: (isPaused) => course.pause(isPaused),
    cancel: () => {
      void course.cancel().finally(() => controller.abort());
    },
  });
  return course;
}

/** Bytes a second, over the last seconds of one connection. */
class Rate {
  #samples: { at: number; done: number }[] = [];

  of({ phase, done, isPausedHere, isPausedThere }: MoveState, at: number): number {
    if (phase !== 'moving' || isPausedHere || isPausedThere) this.#samples = [];
    this.#samples = this.#samples.filter((sample) => at - sample.at < RATE_MS);
    this.#samples.push({ at, done });
    const [first] = this.#samples;
    return first && at > first.at ? ((done - first.done) / (at - first.at)) * 1_000 : 0;
  }
}
