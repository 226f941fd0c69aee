import { appPath } from '#contract/app-path.ts';

/** Sources of `connect-src` that name no other site. */
const OWN = ["'self'", "'none'", 'blob:', 'data:'];

let asked: Promise<boolean> | null = null;

/** Whether the policy of the server that sent this page lets it read files of other sites. */
export function readsAddresses(): Promise<boolean> {
  asked ??= fetch(appPath('/'), { method: 'HEAD' }).then(
    ({ headers }) => allowsOthers(headers.get('content-security-policy')),
    () => false,
  );
  return asked;
}

/** Without a policy a browser allows everything. */
export function allowsOthers(policy: string | null): boolean {
  if (policy === null) return true;
  const directive = (name: string) =>
    policy
      .split(';')
      .map((part) => part.trim().split(/\s+/))
      .find(([first]) => first === name);
  const [, ...sources] = directive('connect-src') ?? directive('default-src') ?? ['', '*'];
  return sources.some((source) => !OWN.includes(source));
}
