import { expose } from 'comlink';

// The entry shares no code with its imports: browsers would evaluate shared code twice.
const load = () => import('./backup-work.ts').then((m) => m.backupWork);
type Work = Awaited<ReturnType<typeof load>>;

const work = {
  exportEverything: async (...args: Parameters<Work['exportEverything']>) =>
    (await load()).exportEverything(...args),
  exportChosen: async (...args: Parameters<Work['exportChosen']>) =>
    (await load()).exportChosen(...args),
  backUpTo: async (...args: Parameters<Work['backUpTo']>) => (await load()).backUpTo(...args),
  deriveKey: async (...args: Parameters<Work['deriveKey']>) => (await load()).deriveKey(...args),
  importFile: async (...args: Parameters<Work['importFile']>) => (await load()).importFile(...args),
  exportMove: async (...args: Parameters<Work['exportMove']>) => (await load()).exportMove(...args),
  openMoved: async (...args: Parameters<Work['openMoved']>) => (await load()).openMoved(...args),
  appendMoved: async (...args: Parameters<Work['appendMoved']>) =>
    (await load()).appendMoved(...args),
  closeMoved: async () => (await load()).closeMoved(),
  discardMoved: async () => (await load()).discardMoved(),
  measure: async () => (await load()).measure(),
  list: async () => (await load()).list(),
  check: async () => (await load()).check(),
};
export type BackupWork = typeof work;
expose(work);
