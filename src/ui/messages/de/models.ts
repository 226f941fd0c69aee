import { plural } from '#ui/messages/catalogue.ts';
import type { modelsText } from '#ui/messages/models.ts';

export const models: typeof modelsText = {
  title: 'Modelle',
  noneLoaded: 'Kein Modell ist geladen. Modelle werden bei der ersten Verwendung geladen.',
  loaded: (count, memory) =>
    plural(count, {
      one: `# Modell ist geladen und belegt etwa ${memory} Speicher. Wird der Speicher knapp, wird das am längsten unbenutzte Modell entladen.`,
      other: `# Modelle sind geladen und belegen etwa ${memory} Speicher. Wird der Speicher knapp, wird das am längsten unbenutzte Modell entladen.`,
    }),
  catalogueNotShown: 'Der Katalog konnte nicht angezeigt werden.',
  chat: 'Chat',
  embeddings: 'Embeddings',
  speech: 'Sprache zu Text',
  audioChat: 'Chat über Audio',
  rerank: 'Reranking',
  load: 'Laden',
  unload: 'Entladen',
  cancel: 'Abbrechen',
  fits: (needs, memory) => `Passt: braucht ${needs} Speicher, vorhanden sind ${memory}.`,
  fitsMaybe: (needs) =>
    `Braucht ${needs} Speicher. Dieser Browser meldet nicht, wie viel vorhanden ist.`,
  fitsGpu: (needs, memory) =>
    `Passt: braucht ${needs} GPU-Speicher, diese GPU erlaubt vermutlich ${memory}.`,
  tooBig: (needs, memory) =>
    `Zu groß für dieses Gerät: braucht ${needs}, vorhanden sind ${memory} Speicher. Ein Modell darf die Hälfte belegen.`,
  tooBigForGpu: (needs, memory) =>
    `Zu groß für dieses Gerät: braucht ${needs} GPU-Speicher, diese GPU erlaubt vermutlich ${memory}.`,
  needsGpu: 'Braucht WebGPU, das dieser Browser nicht hat.',
  needsF16: 'Braucht 16-Bit-Gleitkommazahlen, die diese GPU nicht hat.',
  loading: 'Wird geladen',
  readingFiles: 'Dateien werden gelesen',
  preparing: 'Wird vorbereitet',
  warmingUp: 'Wird aufgewärmt',
  phaseOf: (phase, loaded, total) => `${phase} · ${loaded} von ${total}`,
  loadedOn: (device, running, waiting) =>
    `Geladen auf ${device} · ${running} in Arbeit, ${waiting} wartend`,
  readingCatalogue: 'Der Katalog wird geladen …',
  toDownload: 'Modelle zum Herunterladen',
  aboutDownloads:
    'Dateien werden einmal vom Modell-Hub heruntergeladen, geprüft und bleiben auf diesem Gerät.',
  search: 'Suchen',
  searchExample: 'qwen, whisper, embeddings',
  otherModel: 'Anderes Modell vom Hub',
  checkAndDownload: 'Prüfen und herunterladen',
  checking: 'Wird geprüft …',
  about: (size) => `etwa ${size}`,
  download: 'Herunterladen',
  delete: 'Löschen',
  pause: 'Anhalten',
  resume: 'Fortsetzen',
  tryAgain: 'Erneut versuchen',
  actionOf: (action, model) => `${action}: ${model}`,
  isHere: 'Auf diesem Gerät und geprüft. Funktioniert offline.',
  downloaded: 'Heruntergeladen',
  progress: (loaded, total) => `${loaded} von ${total}`,
  paused: (loaded, total) => `${loaded} von ${total} · angehalten`,
  thisDevice: 'Dieses Gerät',
  cores: (count) => plural(count, { one: '# Kern', other: '# Kerne' }),
  coresAndMemory: (cores, memory) => `${cores}, mindestens ${memory} Speicher`,
  noWebGpu: 'Kein WebGPU in diesem Browser: Modelle laufen auf dem Prozessor.',
  webGpuF16: 'WebGPU mit 16-Bit-Gleitkommazahlen',
  webGpuF32: 'WebGPU ohne 16-Bit-Gleitkommazahlen',
  multiThreaded: 'Modelle auf dem Prozessor verwenden mehrere Threads.',
  singleThreaded:
    'Modelle verwenden nur einen Thread, weil diese Seite nicht isoliert ist. Einmal neu laden behebt das.',
  noThreads:
    'Modelle auf dem Prozessor verwenden einen Thread: Dieser Browser hat keinen gemeinsamen Speicher.',
  storageUsed: (used, quota) => `${used} von ${quota} Speicherplatz belegt`,
  notOffline: 'Nicht für die Offline-Nutzung gespeichert.',
  offline: 'Öffnet offline: die App und ihre Modelle sind gespeichert.',
  savingOffline: (cached, total) =>
    plural(cached, {
      one: `Wird für die Offline-Nutzung gespeichert: # von ${total} Dateien.`,
      other: `Wird für die Offline-Nutzung gespeichert: # von ${total} Dateien.`,
    }),
  savingMetered: (cached, total) =>
    plural(cached, {
      one: `Getaktete Verbindung: Dateien werden bei Verwendung gespeichert, bisher # von ${total}.`,
      other: `Getaktete Verbindung: Dateien werden bei Verwendung gespeichert, bisher # von ${total}.`,
    }),
  use: (model) => `${model} verwenden`,
  downloading: (model) => `${model} wird heruntergeladen`,
  downloadModel: (model, size) => `${model} herunterladen (${size})`,
  resumeModel: (model, size) => `Download von ${model} fortsetzen (${size})`,
};
