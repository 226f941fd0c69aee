import { plural } from '#ui/messages/catalogue.ts';
import type { foldersText } from '#ui/messages/folders.ts';

export const folders: typeof foldersText = {
  lookedAt: (time) => `verglichen ${time}`,
  askToLook: 'Der Browser fragt, bevor er erneut gelesen wird',
  folderGone: 'Nicht gefunden: verschoben, umbenannt oder auf einem nicht verbundenen Laufwerk',
  folderLost: 'Der Browser gibt ihn nicht mehr heraus: erneut hinzufügen',
  'not-allowed': 'Der Browser hat das Lesen nicht erlaubt',
  look: (name) => `Nach Änderungen in „${name}“ suchen`,
  unfollow: (name) => `„${name}“ nicht mehr verfolgen`,
  notLooked: (name) => `„${name}“ konnte nicht gelesen werden`,
  tooMany: (max) => `Der Ordner hat mehr als ${max} Dateien, die Obergrenze.`,
  undo: 'Rückgängig',

  followRecordings: 'Einem Ordner folgen',
  followedFolders: 'Verfolgte Ordner',
  notFollowed: 'Dem Ordner kann nicht gefolgt werden',
  recordingsFollowed: (name) =>
    `„${name}“ wird verfolgt: Neue Aufnahmen darin werden transkribiert, solange Alcove offen ist.`,
  recordingsUnfollowed: (name) => `„${name}“ wird nicht mehr verfolgt; die Aufnahmen bleiben.`,
  recordingsAdded: (count) =>
    plural(count, { one: '# Aufnahme hinzugefügt', other: '# Aufnahmen hinzugefügt' }),
  unfinished: (count) =>
    plural(count, {
      one: '# Datei wird noch geschrieben',
      other: '# Dateien werden noch geschrieben',
    }),
  refused: (path, reason) => `${path} wurde nicht hinzugefügt. ${reason}`,
};
