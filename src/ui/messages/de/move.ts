import type { moveText } from '#ui/messages/backups.ts';
import { plural } from '#ui/messages/catalogue.ts';

export const move: typeof moveText = {
  title: 'Auf ein anderes Gerät umziehen',
  notShown: 'Der Umzug auf ein anderes Gerät konnte nicht angezeigt werden.',
  about:
    'Alles Eigene geht verschlüsselt direkt von diesem Browser zu einem anderen und kommt zu dem hinzu, was dort ist. Nichts wird überschrieben, und hier wird nichts gelöscht.',
  offline:
    'Der Offline-Modus ist an: Nichts wird an ein anderes Gerät gesendet. Er lässt sich unter Einstellungen, Datenschutz ausschalten; oder einen Export verwenden.',
  send: 'Von diesem Gerät senden',
  receive: 'Auf diesem Gerät empfangen',
  cancel: 'Abbrechen',
  close: 'Schließen',
  preparing: 'Daten werden gesammelt …',
  preparingOf: (done, total) => `Daten werden gesammelt … ${done} von ${total}`,
  aboutCode:
    'Auf dem anderen Gerät diese Adresse öffnen, Einstellungen, Daten, „Auf diesem Gerät empfangen“ wählen und diese Wörter eingeben. Sie gelten einmal, zehn Minuten lang.',
  waiting: 'Das andere Gerät wird erwartet …',
  copyCode: 'Wörter kopieren',
  enterCode: 'Wörter, die das andere Gerät zeigt',
  enterHint: 'Fünf Wörter; die ersten vier Buchstaben von jedem genügen.',
  noCode: 'Die fünf Wörter so eingeben, wie das andere Gerät sie zeigt.',
  connect: 'Verbinden',
  connecting: 'Verbindung wird aufgebaut …',
  withoutServer: 'Ohne Server: zwei Texte austauschen',
  aboutSendText:
    'Beim Server dieser Seite können sich keine Geräte treffen; darum zwei Texte übertragen. Auf dem anderen Gerät „Auf diesem Gerät empfangen“ wählen und die Wörter und diesen Text eingeben. Dann den Text einfügen, den es zeigt.',
  aboutReceiveText: 'Die Wörter und den Text eingeben, die das andere Gerät zeigt.',
  aboutReply: 'Diesen Text auf dem anderen Gerät einfügen und diese Seite offen lassen.',
  allThere:
    'Die Verbindung brach ab, nachdem alles angekommen war. Meldet das andere Gerät, dass Einträge hinzugefügt wurden, die Quittung hier einfügen, die es zeigt. Sonst diese Texte austauschen.',
  textForOther: 'Text für das andere Gerät',
  textOfOther: 'Text des anderen Geräts',
  copyText: 'Text kopieren',
  next: 'Weiter',
  moving: 'Umzug läuft …',
  moved: (done, total) => `${done} von ${total}`,
  rate: (rate, left) => `${rate} je Sekunde, noch etwa ${left}`,
  direct: 'Direkt zwischen den beiden Geräten',
  throughServer:
    'Über den Server dieser Seite, der nichts davon lesen kann, weil das Netz die Geräte voreinander verbirgt',
  pause: 'Anhalten',
  resume: 'Fortsetzen',
  paused: 'Angehalten',
  pausedThere: 'Am anderen Gerät angehalten',
  cut: 'Die Verbindung wurde unterbrochen. Sie wird neu aufgebaut …',
  newCode: 'Neuen Code zeigen',
  aboutNewCode:
    'Wurde das andere Gerät neu geladen, einen neuen Code zeigen: Es setzt fort, wo es aufhörte.',
  addingThere: 'Alles ist angekommen. Das andere Gerät fügt es hinzu …',
  adding: 'Alles ist angekommen. Es wird hinzugefügt …',
  sent: (added, present) =>
    plural(added, {
      one: `Das andere Gerät hat # Eintrag hinzugefügt; ${present} waren schon da.`,
      other: `Das andere Gerät hat # Einträge hinzugefügt; ${present} waren schon da.`,
    }),
  received: (added, present) =>
    plural(added, {
      one: `# Eintrag wurde hinzugefügt; ${present} waren schon hier.`,
      other: `# Einträge wurden hinzugefügt; ${present} waren schon hier.`,
    }),
  unreadable: (count) =>
    plural(count, {
      one: '# Eintrag war nicht lesbar und wurde beiseitegelegt.',
      other: '# Einträge waren nicht lesbar und wurden beiseitegelegt.',
    }),
  has: (kinds) => `Vollständig und geprüft: ${kinds}.`,
  hasThere: (kinds) => `Das andere Gerät hat alles Gesendete, geprüft: ${kinds}.`,
  missingThere: (kinds) =>
    `Das andere Gerät hat nicht alles Gesendete: ${kinds}. Hier wurde nichts gelöscht. Noch einmal senden.`,
  ofSent: (found, sent) => `${found} von ${sent}`,
  aboutReceipt:
    'Die Verbindung brach ab, bevor das andere Gerät davon erfuhr. Fragt es noch nach einem Text, dort diese Quittung einfügen.',
  receipt: 'Quittung für das andere Gerät',
  copyReceipt: 'Quittung kopieren',
  chats: (count) => plural(count, { one: '# Chat', other: '# Chats' }),
  messages: (count) => plural(count, { one: '# Nachricht', other: '# Nachrichten' }),
  projects: (count) => plural(count, { one: '# Projekt', other: '# Projekte' }),
  recordings: (count) => plural(count, { one: '# Aufnahme', other: '# Aufnahmen' }),
  textSets: (count) => plural(count, { one: '# Textsammlung', other: '# Textsammlungen' }),
  aboutRest:
    'Heruntergeladene Modelle, API-Schlüssel, Anbieter und Kopplungen ziehen nicht um: Sie werden dort neu eingerichtet. Ob die Daten hier gelöscht werden, ist jedem selbst überlassen.',
  aboutRestHere:
    'Heruntergeladene Modelle, API-Schlüssel, Anbieter und Kopplungen ziehen nicht um: Sie werden hier neu eingerichtet. Das andere Gerät hat seine Daten noch.',
  'wrong-code':
    'Das sind nicht die Wörter, die das andere Gerät zeigt. Prüfen und noch einmal versuchen.',
  'too-many-tries':
    'Dreimal wurden falsche Wörter eingegeben; dieser Code gilt nicht mehr. Einen neuen zeigen.',
  'unknown-code':
    'Unter diesen Wörtern wartet kein Gerät. Die ersten beiden prüfen, und ob beide Geräte Alcove unter derselben Adresse geöffnet haben.',
  'in-use': 'Ein anderes Gerät verwendet diese Wörter schon.',
  full: 'Der Server bringt im Moment keine weiteren Geräte zusammen. In einigen Minuten noch einmal versuchen.',
  'no-way':
    'Die Geräte konnten einander nicht erreichen. Noch einmal versuchen oder mit einer Passphrase exportieren.',
  gone: 'Das andere Gerät kam nicht oder kam nicht zurück. Einen neuen Code zeigen, um fortzusetzen.',
  cancelled: 'Am anderen Gerät abgebrochen.',
  newer: 'Auf dem anderen Gerät läuft eine andere Version von Alcove. Dort und hier neu laden.',
  'too-large':
    'Die Daten passen nicht in den Speicher des empfangenden Browsers. Platz schaffen und noch einmal versuchen.',
  changed:
    'Das andere Gerät hat etwas Unerwartetes gesendet. Beide Seiten neu laden und noch einmal versuchen.',
  failedThere: (reason) => `Das andere Gerät konnte nicht fortfahren. ${reason}`,
  failedHere: (reason) => `Der Umzug ist fehlgeschlagen. ${reason}`,
  'no-text': 'Das ist nicht der Text, den das andere Gerät zeigt.',
  tryAgain: 'Noch einmal versuchen',
};
