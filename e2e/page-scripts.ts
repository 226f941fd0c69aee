/** Source of a page's script: waits until a function returns something, at most `limitMs` milliseconds. */
export const untilWithin = (limitMs: number) => `
  const until = async (find) => {
    const start = performance.now();
    for (;;) {
      const found = await find();
      if (found) return found;
      if (performance.now() - start > ${limitMs}) {
        throw new Error('Not in time: ' + find + ' in ' + document.body.innerText.slice(0, 2000));
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };`;
