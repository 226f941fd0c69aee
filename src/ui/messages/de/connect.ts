import type { connectText } from '#ui/messages/connect.ts';

export const connect: typeof connectText = {
  title: 'Verbinden',
  noServer: 'Nur Seiten dieser Website können /v1 aufrufen',
  startServer:
    'Diese Website ist ein statischer Server. Damit andere Programme auf diesem Computer die Modelle aufrufen können, Alcove mit diesem Befehl in seinem Ordner starten und die Adresse öffnen, die er ausgibt.',
  serverAway: 'Der Server antwortet nicht',
  startServerAgain: 'Alcoves Server erneut starten. Dieser Tab verbindet sich von selbst.',
  notPaired: 'Noch ein Schritt',
  pairOnce:
    'Den Code eingeben, den das Terminal zeigt, oder die Adresse daneben öffnen. Jeder Code gilt einmal.',
  connecting: 'Wird verbunden …',
  connectingDetail: 'Der Tab verbindet sich von selbst mit seinem Server.',
  connected: 'Verbunden',
  connectedDetail:
    'Programme auf diesem Computer können /v1 mit einem API-Schlüssel aufrufen, solange ein Tab von Alcove offen ist.',
  code: 'Code oder Adresse',
  pair: 'Koppeln',
  program: 'Programm',
  copyCode: 'Code kopieren',
  createKey: 'Schlüssel erstellen und in den Code setzen',
  keyHint: 'Oder einen API-Schlüssel in der Umgebungsvariablen ALCOVE_API_KEY speichern.',
  keyInCode:
    'Der Schlüssel ist im Code. Er wird nicht noch einmal gezeigt; widerrufen lässt er sich unter „Schlüssel“.',
};
