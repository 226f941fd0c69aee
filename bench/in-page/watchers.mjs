/** Runs in the page: frames, long tasks and input delays from `startWatch()` to `endWatch()`. */
export function watchers() {
  let frames = [];
  let long = [];
  let inputs = [];
  let active = false;
  let last = 0;
  const tick = (now) => {
    if (!active) return;
    if (last) frames.push(now - last);
    last = now;
    requestAnimationFrame(tick);
  };
  new PerformanceObserver((list) => {
    if (active) long.push(...list.getEntries().map((entry) => entry.duration));
  }).observe({ type: 'longtask' });
  new PerformanceObserver((list) => {
    if (active) inputs.push(...list.getEntries().map((entry) => entry.duration));
  }).observe({ type: 'event', durationThreshold: 16 });
  globalThis.startWatch = () => {
    [frames, long, inputs, last, active] = [[], [], [], 0, true];
    requestAnimationFrame(tick);
  };
  // Asked rarely and briefly: looking must not cost the page time that is not its own.
  globalThis.whenSaid = (selector, text) =>
    new Promise((resolve) => {
      const timer = setInterval(() => {
        const last = [...document.querySelectorAll(selector)].at(-1);
        if (!last?.textContent.includes(text)) return;
        clearInterval(timer);
        resolve(null);
      }, 250);
    });
  globalThis.endWatch = () => {
    active = false;
    return { frames, long, inputs };
  };
}
