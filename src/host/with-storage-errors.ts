import { toStorageError } from '#storage/open-database.ts';
import type { HostControl } from '#transport/host-control.ts';

type Call = (...values: unknown[]) => Promise<unknown>;

/** The control whose storage failures are sentences: of an exception only its name and message reach a page. */
export function withStorageErrors(control: HostControl): HostControl {
  const wrap =
    (call: Call): Call =>
    async (...values) => {
      try {
        return await call(...values);
      } catch (error) {
        throw toStorageError(error) ?? error;
      }
    };
  const calls = Object.entries(control).map(([name, call]) => [name, wrap(call as Call)]);
  return Object.fromEntries(calls) as HostControl;
}
