import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { Boundary } from '#contract/boundary.ts';

function blocks(...ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits = ''] = range.split('/');
    list.addSubnet(network, Number(bits), isIP(network) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

/** Link-local (where clouds answer with their secrets), multicast, unspecified, and addresses that hide another one. */
const NEVER = blocks(
  '0.0.0.0/8',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '224.0.0.0/3',
  '::/128',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
  '64:ff9b::/32',
  '2001::/32',
  '2002::/16',
);
const LOOPBACK = blocks('127.0.0.0/8', '::1/128');
/** Of local networks, and of networks that are laid over others. */
const PRIVATE = blocks(
  '10.0.0.0/8',
  '100.64.0.0/10',
  '172.16.0.0/12',
  '192.168.0.0/16',
  'fc00::/7',
);

const has = (list: BlockList, address: string) =>
  list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

export const isLoopback = (address: string) => isIP(address) !== 0 && has(LOOPBACK, address);

/**
 * Whether a name may mean an address: one that was configured as a public service must not turn into this machine or
 * its network, whatever its owner's DNS answers.
 */
function isReachable(address: string, boundary: Boundary): boolean {
  if (has(NEVER, address)) return false;
  if (has(LOOPBACK, address)) return boundary === 'own-device';
  return !has(PRIVATE, address) || boundary === 'own-device' || boundary === 'own-network';
}

/** Whether an address that a person typed in, not a name, may be called. */
export const isCallable = (address: string) => !has(NEVER, address);

const isLocalName = (name: string) => /^(?:.*\.)?localhost\.?$/i.test(name);

/** Says that a name means no address that its label allows. */
export const BAD_NAME = 'EALCOVENAME';

/**
 * Resolves names for a connection and drops forbidden addresses. The connection is made to the
 * remaining ones, so that a second DNS answer has no effect. `resolve` is replaced in tests.
 */
export function safeLookup(boundary: Boundary, resolve: typeof lookup = lookup): LookupFunction {
  return (name, options, callback) => {
    // A failed look-up has no addresses, whatever the types say.
    const answer = (error: NodeJS.ErrnoException | null, all: readonly LookupAddress[] = []) => {
      const allowed = all.filter(({ address }) =>
        isLocalName(name) ? isLoopback(address) : isReachable(address, boundary),
      );
      const [first] = allowed;
      if (error || !first) {
        const problem =
          error ?? Object.assign(new Error(`${name} may not be that address.`), { code: BAD_NAME });
        callback(problem, '', 0);
      } else if (options.all) callback(null, allowed.slice());
      else callback(null, first.address, first.family);
    };
    resolve(name, { ...options, all: true }, answer);
  };
}
