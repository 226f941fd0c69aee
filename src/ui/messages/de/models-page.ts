import { plural } from '#ui/messages/catalogue.ts';
import type { browserModelText, modelsPageText } from '#ui/messages/models-page.ts';

export const modelsPage: typeof modelsPageText = {
  onThisDevice: 'Auf diesem Gerät',
  onThisServer: 'Auf diesem Server',
  aboutServer:
    'Vom Server dieser Seite geholt. Das Installieren fragt keinen anderen Host und braucht kein Internet.',
  model: 'Modell',
  task: 'Aufgabe',
  size: 'Größe',
  speed: 'Tempo',
  measuredSpeed: 'Gemessenes Tempo',
  measuredHere: 'Die letzte Antwort auf diesem Gerät.',
  fit: 'Passt',
  languages: 'Sprachen',
  voices: 'Stimmen',
  language: 'Sprache',
  licence: 'Lizenz',
  sortBy: 'Sortieren nach',
  sortSuggested: 'Empfohlene zuerst',
  sortName: 'Name',
  sortSize: 'Kleinste zuerst',
  sortSpeed: 'Schnellste zuerst',
  any: 'Alle',
  upTo: (size) => `Bis ${size}`,
  fitsOnly: 'Passt auf dieses Gerät',
  found: (count) => plural(count, { one: '# Modell', other: '# Modelle' }),
  showMore: (count) => plural(count, { one: '# weiteres anzeigen', other: '# weitere anzeigen' }),
  showWebGpu: (count) =>
    plural(count, {
      one: '# anzeigen, das WebGPU braucht',
      other: '# anzeigen, die WebGPU brauchen',
    }),
  slow: 'Langsam',
  noneFound: 'Kein Modell passt. Weniger suchen oder einen Filter entfernen.',
  fitsYes: 'Ja',
  fitsTight: 'Knapp',
  fitsNo: 'Nein',
  fitsUnknown: 'Unbekannt',
  needsWebGpu: 'Benötigt WebGPU',
  measured: (rate) => `${rate} Tokens/s`,
  tokensPerSecond: (count) => plural(count, { one: '≈ # Token/s', other: '≈ # Tokens/s' }),
  estimated:
    'Geschätzt aus der Größe des Modells und einer kurzen Messung dieses Geräts. Ausgelastete Geräte und lange Eingaben sind langsamer.',
  multilingual: (count) => plural(count, { one: '# Sprache', other: '# Sprachen' }),
  builtInLater: (size) => `Wird beim ersten Gebrauch geladen (${size})`,
  fetchNow: 'Jetzt laden',
  fetchingBuiltIn: (loaded, total) => `Wird für offline geladen · ${loaded} von ${total}`,
  builtIn: 'Eingebaut',
  suggested: 'Empfohlen',
  suggestedHere: 'Vorschlag für dieses Gerät',
  downloads: 'Downloads',
  aboutQueue:
    'Einer nach dem anderen. Sie laufen nach dem Neuladen oder einem Neustart des Browsers weiter.',
  progress: 'Fortschritt',
  files: 'Dateien',
  file: 'Datei',
  hash: 'SHA-256',
  verified: 'Geprüft',
  aboutFiles:
    'Von jeder Datei wird beim Herunterladen der Hash berechnet. Eine Datei, deren Hash von dem des Hubs abweicht, wird verworfen.',
  hashFromHub: 'Wie auf dem Hub',
  hashComputed: 'Ungeprüft: kein Hash war bekannt',
  filesNotShown: 'Die Dateien konnten nicht angezeigt werden.',
  answers: 'Bekannte Antworten',
  aboutAnswers:
    'Das Modell wird neu geladen und erhält feste Eingaben. Grafiktreiber können falsche Werte berechnen, die richtig aussehen: Auf der GPU werden seine Ausgaben mit denen des Prozessors verglichen, auf dem Prozessor mit Werten, die mit der App kommen, oder seinen ersten eigenen.',
  checkAnswers: 'Jetzt prüfen',
  checkingAnswers: 'Das Modell wird geladen und geprüft …',
  notChecked: 'Noch nicht geprüft: Das geschieht beim ersten Laden.',
  answersFirst: (count, when) =>
    `${when}, auf dem Prozessor: ${count} Ausgaben aufgezeichnet. Spätere Prüfungen vergleichen damit.`,
  answersAgreeFirst: (count, when) =>
    `${when}, auf dem Prozessor: ${count} Ausgaben sind wie beim ersten Laden des Modells hier.`,
  answersAgreeShipped: (count, when, cosine) =>
    `${when}, auf dem Prozessor: ${count} Ausgaben stimmen mit den Werten überein, die mit der App kommen (kleinster Kosinus ${cosine}).`,
  answersAgree: (count, when, cosine) =>
    `${when}, auf WebGPU: ${count} Ausgaben stimmen mit dem Prozessor überein (kleinster Kosinus ${cosine}).`,
  answersDiffer: (when) =>
    `${when}: WebGPU berechnet auf diesem Gerät andere Werte als der Prozessor. Das Modell läuft auf dem Prozessor.`,
  answersChanged: (when) =>
    `${when}, auf dem Prozessor: Die Ausgaben sind nicht wie beim ersten Laden des Modells hier. Unten die Dateien prüfen.`,
  answersRefused: (when) =>
    `${when}, auf dem Prozessor: Die Ausgaben sind nicht die Werte, die mit der App kommen. Das Modell wird nicht verwendet: Seine Antworten wären falsch. Unten die Dateien prüfen; sind sie heil, den Browser aktualisieren oder einen anderen nehmen.`,
  answersAlone: (when) =>
    `${when}, auf WebGPU: Die Ausgaben sind endliche Zahlen. Es gab nichts zum Vergleichen: Das Modell ist zu groß, um zweimal geladen zu werden.`,
  answersSpeeds: (gpu, processor) =>
    `Bei einer kurzen Aufgabe schaffte WebGPU ${gpu} pro Sekunde und der Prozessor ${processor}.`,
  checkFiles: 'Dateien prüfen',
  checkingFiles: 'Alle Dateien werden gelesen …',
  filesPassed: (count) =>
    plural(count, {
      one: '# Datei ist so, wie sie heruntergeladen wurde.',
      other: '# Dateien sind so, wie sie heruntergeladen wurden.',
    }),
  back: 'Alle Modelle',
  details: 'Einzelheiten',
  identifier: 'Name in der API',
  memory: 'Arbeitsspeicher',
  context: 'Kontext',
  contextTokens: (tokens) => `${tokens} Tokens`,
  dimensions: 'Dimensionen',
  abilities: 'Fähigkeiten',
  abilityTools: 'Werkzeuge',
  abilityJson: 'JSON',
  abilityImages: 'Bilder',
  abilityAudio: 'Audio',
  source: 'Quelle',
  sourceLink: 'Modellkarte und Dateien',
  shipped: 'Teil dieser App, unter ihrer eigenen Adresse.',
  openChat: 'Im Chat öffnen',
  openTranscribe: 'In Transkribieren öffnen',
  openEmbeddings: 'In Embeddings öffnen',
  unknownModel: 'Dieses Modell steht nicht in der Liste.',
  needsOf: (needs, memory) => `braucht ${needs} von ${memory}`,
  part: (model, size) => `${model} · ${size}`,
  actions: 'Aktionen',
  disk: (used, quota) => `${used} von ${quota} durch Modelle belegt`,
  diskUsed: (used) => `${used} Modelle`,
};

export const browserModel: typeof browserModelText = {
  title: 'Das Modell dieses Browsers',
  about: (browser) =>
    `${browser} bringt ein Sprachmodell mit. Sein Hersteller wählt es aus, speichert es für alle Websites und kann es mit jedem Update ändern; Chrome und Edge führen es auf diesem Gerät aus.`,
  limits:
    'Es antwortet mit Text und JSON. Es ruft keine Werkzeuge auf und nimmt weder Seed noch Log-Wahrscheinlichkeiten.',
  download: 'Vom Browser herunterladen lassen',
  aboutDownload: 'Mehrere Gigabyte, vom Browser für alle Websites gespeichert.',
  downloading: 'Der Browser lädt sein Modell herunter',
  available: 'Bereit. Es steht in der Modellliste jedes Chats.',
  openChat: 'In Chat öffnen',
  notDownloaded: 'Der Browser hat sein Modell nicht bereitgestellt.',
};
