import { expect, test } from 'vitest';
import { findSinks, packageOf, sinkProblem } from './check-html-sinks.ts';

test('finds what turns a string into HTML or script', () => {
  expect(findSinks('element.innerHTML = text; new Function(code)')).toEqual([
    'Function(',
    'innerHTML',
  ]);
  expect(findSinks('new DOMParser().parseFromString(x, "text/html")')).toEqual(['DOMParser']);
  expect(findSinks('document.write(x); eval(x)')).toEqual(['document.write', 'eval(']);
});

test('ignores comments and functions with similar names', () => {
  expect(
    findSinks('// innerHTML\n/* eval(x) */ callFunction(a); model.eval(); isFunction(b)'),
  ).toEqual([]);
});

test('reads the package of a module, scoped and nested ones too', () => {
  expect(packageOf('/a/node_modules/zod/v4/core/util.js')).toBe('zod');
  expect(packageOf('/a/node_modules/x/node_modules/@scope/name/index.js?v=1')).toBe('@scope/name');
  expect(packageOf('/a/src/main.tsx')).toBeNull();
});

test('refuses the DOM build of a package, and allows the listed ones', () => {
  const id = '/a/node_modules/decode-named-character-reference/index.dom.js';
  expect(sinkProblem(id, 'element.innerHTML = character')).toContain('innerHTML');
  expect(sinkProblem('/a/src/x.ts', 'new Function(code)')).toContain('Function(');
  expect(sinkProblem('/a/node_modules/zod/v4/core/util.js', 'new Function("")')).toBeNull();
  expect(sinkProblem('/a/node_modules/zod/v4/core/util.js', 'x.innerHTML = 1')).not.toBeNull();
});
