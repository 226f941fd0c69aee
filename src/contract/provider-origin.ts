/** Characters of a host that are valid in a policy's source list: no wildcard, no separator of directives. */
const HOST = /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*\.?|\[[0-9a-f:.]+\])$/;

/**
 * The origin of a provider's address, as a source of a content security policy; null for an invalid
 * address: another scheme, a user name, a query, or a host that a policy would read as something else.
 */
export function providerOrigin(address: unknown): string | null {
  if (typeof address !== 'string' || address.length > 2_000 || !URL.canParse(address)) return null;
  const { protocol, hostname, origin, username, password, search, hash } = new URL(address);
  if (!/^https?:$/.test(protocol) || !HOST.test(hostname)) return null;
  return [username, password, search, hash].every((part) => part === '') ? origin : null;
}
