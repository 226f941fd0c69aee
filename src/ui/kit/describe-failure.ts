/** Characters of a stack that help to find a fault; an endless recursion has many more. */
const MAX_STACK = 4_000;

/** What a bug report needs of an exception: its name, where it was thrown, and in which browser. */
export function describeFailure(error: unknown, componentStack = ''): string {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return [
    `${name}: ${message.slice(0, MAX_STACK)}`,
    (stack ?? '').slice(0, MAX_STACK),
    componentStack.slice(0, MAX_STACK).trim(),
    `Alcove ${__ALCOVE_VERSION__}, ${location.pathname}`,
    navigator.userAgent,
    `isolated: ${globalThis.crossOriginIsolated}, secure: ${globalThis.isSecureContext}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}
