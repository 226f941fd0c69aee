/** Calls what a script of bench/in-page/ exports: `call(name, ...values)`. The name is made at run time, so that no bundler looks for it. */
export function callInPage(page, script) {
  return (name, ...values) =>
    page.evaluate(
      async ([file, fn, ...rest]) => (await import(['/e2e', `${file}.js`].join('/')))[fn](...rest),
      [script, name, ...values],
    );
}
