import type { consentText } from '#ui/messages/consent.ts';

export const consent: typeof consentText = {
  title: 'Website verbinden',
  waiting: 'Warten auf die Website …',
  nobodyAsks: 'Keine Website fragt an',
  nobodyAsksAdvice:
    'Websites, die Ihre Modelle nutzen möchten, öffnen dieses Fenster. Die Website, die es geöffnet hat, ist nicht erreichbar: Vielleicht sind ihre Seiten von Fenstern getrennt, die sie öffnen.',
  asks: (host) => `${host} verbinden?`,
  lead: 'Diese Website möchte die Modelle in Ihrem Browser nutzen. Sie sieht die Namen Ihrer Modelle und was sie sendet und erhält, nicht aber Ihre Chats, Dokumente oder Aufnahmen.',
  site: 'Website',
  models: 'Modelle',
  noModels: 'Keine installiert',
  limits: 'Grenzen',
  limitsText: (requests, tokens) =>
    `${requests} Anfragen pro Minute und ${tokens} Token pro Tag. Antworten kommen nur von diesem Gerät.`,
  lasts: 'Wie lange',
  once: 'Einmal, für diese Seite',
  session: 'Bis Alcove geschlossen wird',
  always: 'Bis ich es widerrufe',
  allow: 'Erlauben',
  refuse: 'Ablehnen',
  change: 'Grenzen ändern oder widerrufen können Sie jederzeit unter Entwickler → Schlüssel.',
  connected: (host) => `${host} ist verbunden`,
  leaveOpen:
    'In diesem Fenster laufen die Modelle: Lassen Sie es offen, solange Sie die Website nutzen. Mit Alcove in einem Tab hätte es sich von selbst geschlossen.',
  mayClose: 'Sie können dieses Fenster schließen.',
  failed: 'Die Website konnte nicht verbunden werden.',
};
