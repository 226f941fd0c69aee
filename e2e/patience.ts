import { cpus, loadavg } from 'node:os';

/**
 * How much longer than on a quiet machine something may take: 1 there, 4 where eight programs share two cores. For the
 * limits of measured tests, which say how long a person waits, not how busy the machine is.
 */
export const patience = (): number => Math.max(1, (loadavg()[0] ?? 0) / cpus().length);
