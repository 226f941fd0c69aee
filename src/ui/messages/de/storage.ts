import { plural } from '#ui/messages/catalogue.ts';
import type { storageText } from '#ui/messages/storage.ts';

export const storage: typeof storageText = {
  offline: 'Offline-Modus',
  offlineLabel: 'Nichts verlässt diesen Browser',
  offlineIs:
    'Solange er an ist, wird kein Anbieter gefragt, kein Modell heruntergeladen und kein Link zu einer anderen Website geöffnet, weder für eine Seite noch für eine Antwort oder ein Programm mit Schlüssel.',
  linkBlocked: (host) => `Der Offline-Modus ist an: ${host} wurde nicht geöffnet.`,
  offlineScope:
    'Modelle, die hier sind, antworten wie zuvor. Von der eigenen Adresse von Alcove können weiter Dateien der App geladen werden, und Programme dieses Computers können diesen Tab weiter fragen.',
  sent: 'Was gesendet wurde',
  sentNotShown: 'Die Zahl der Anfragen konnte nicht angezeigt werden.',
  sentSince: (count) =>
    plural(count, {
      one: 'Modelle laufen in diesem Tab. Seit er geöffnet ist, ging # Anfrage an eine andere Website.',
      other:
        'Modelle laufen in diesem Tab. Seit er geöffnet ist, gingen # Anfragen an andere Websites.',
    }),
  sentScope:
    'Gezählt werden Downloads von Modellen, Aufrufe von Anbietern und Anfragen von Seiten an andere Websites. Die eigene Adresse von Alcove, von der die App und die eingebauten Modelle kommen, zählt nicht.',
  site: 'Website',
  askedBy: 'Angefragt von',
  byModels: 'Modell-Downloads',
  byProvider: 'Anbieter',
  byPage: 'Seite',
  requests: 'Anfragen',
  bytesSent: 'Gesendet',
  bytesReceived: 'Empfangen',
  receivedScope:
    'Empfangen sind die Bytes der Antworten, die Alcove gelesen hat, entpackt, seit dieser Version. Für Anfragen von Seiten nennt der Browser sie nicht.',
  last: 'Zuletzt',
  providers: 'Wer etwas erhalten darf',
  noProviders: 'Kein Anbieter ist eingerichtet: An keinen kann etwas gesendet werden.',
  openProviders: 'Anbieter öffnen',
  title: 'Speicher',
  notShown: 'Die gespeicherten Daten konnten nicht gemessen werden.',
  measuring: 'Wird gemessen …',
  total: (used, quota) => `Diese App belegt ${used} von ${quota}.`,
  aboutSizes: 'Alles ist in diesem Browser gespeichert, auf diesem Gerät.',
  kind: 'Art',
  size: 'Größe',
  actions: 'Aktionen',
  openModels: 'Modelle öffnen',
  nothing: 'Nichts',
  models: 'Heruntergeladene Modelle',
  app: 'App und eingebaute Modelle, für den Betrieb ohne Netz',
  chats: 'Chats und ihre Dateien',
  transcripts: 'Aufnahmen und Transkripte',
  textSets: 'Textsammlungen',
  vectors: 'Karten der Textsammlungen',
  presets: 'Voreinstellungen und Vorlagen',
  usage: 'Anfrageprotokoll',
  service: 'Einstellungen und Schlüssel',
  deleteEverything: 'Alles löschen',
  deleteWarning:
    'Löscht alle Chats, Aufnahmen, Transkripte, Textsammlungen, Schlüssel, Einstellungen und heruntergeladenen Modelle aus diesem Browser, in jedem offenen Tab. Das lässt sich nicht rückgängig machen.',
  offlineWarning:
    'Dieses Gerät ist offline: Alcove lässt sich erst mit einer Verbindung wieder öffnen.',
  exportFirst: 'Zuerst meine Daten exportieren',
  deleteAll: 'Das alles löschen',
};
