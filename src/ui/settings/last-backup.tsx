import type { BackupRow } from '#storage/backup-records.ts';
import controls from '#ui/kit/controls.module.css';
import { formatBytes } from '#ui/kit/format.ts';
import { backupsText } from '#ui/messages/backups.ts';
import { language } from '#ui/messages/catalogue.ts';
import { useServices } from '#ui/services.ts';
import { useWatched } from '#ui/state/use-watched.ts';

export const formatMoment = (at: number) =>
  new Date(at).toLocaleString(language(), { dateStyle: 'medium', timeStyle: 'short' });

const TEXTS = {
  download: { none: 'noneYet', plain: 'last', encrypted: 'lastEncrypted' },
  folder: { none: 'noGood', plain: 'lastGood', encrypted: 'lastGoodEncrypted' },
} as const;

/** Name, time and size of the last backup that was verified. */
export function LastBackup({ place }: { place: BackupRow['id'] }) {
  const { database } = useServices();
  const rows = useWatched(() => database.backups.toArray(), 'backups');
  // A line of the same height until it is known.
  if (!rows) return <p className={controls['secondary']}>{'\u00A0'}</p>;
  const row = rows.find(({ id }) => id === place);
  const texts = TEXTS[place];
  return (
    <p className={controls['secondary']} data-testid={`last-${place}`}>
      {row
        ? backupsText[row.isEncrypted ? texts.encrypted : texts.plain](
            row.name,
            formatMoment(row.at),
            formatBytes(row.bytes),
          )
        : backupsText[texts.none]}
    </p>
  );
}
