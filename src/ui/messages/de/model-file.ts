import { plural } from '#ui/messages/catalogue.ts';
import type { modelFileText } from '#ui/messages/model-file.ts';

export const modelFile: typeof modelFileText = {
  title: 'Ein Modell, das als Datei da ist',
  about:
    'GGUF-Dateien von LM Studio, Ollama, llama.cpp oder aus einem Download, die auf diesem Gerät umgewandelt werden, und Pakete, die ein anderes Alcove gespeichert hat. Nichts wird hochgeladen. Eine Datei irgendwo auf dieser Seite ablegen oder auswählen.',
  chooseFile: 'Datei auswählen',
  chooseFolder: 'Ordner auswählen',
  whereFolders: 'Wo andere Programme ihre Modelle speichern',
  whereLmStudio: 'LM Studio: .lmstudio/models im Benutzerordner',
  whereOllama: 'Ollama: .ollama/models im Benutzerordner',
  whereHub: 'Hugging Face: .cache/huggingface/hub im Benutzerordner',
  hiddenFolders:
    'Ordner, deren Name mit einem Punkt beginnt, sind verborgen. Im Dialog zeigt sie unter Linux Strg+H, auf dem Mac Cmd+Umschalt+Punkt.',
  dropNow: 'Eine Modelldatei, ein Paket oder einen Ordner mit Modellen ablegen',
  reading: 'Die Datei wird gelesen…',
  readingFolder: 'Im Ordner werden Modelle gesucht…',
  noneInFolder: 'Der Ordner enthält kein GGUF-Modell.',
  found: (count) =>
    plural(count, { one: '# Modell in diesem Ordner', other: '# Modelle in diesem Ordner' }),
  place: 'Ort',
  convert: 'Umwandeln',
  close: 'Liste schließen',
  addressHint:
    'Oder die Adresse einer GGUF-Datei: Sie wird nach dem Herunterladen hier umgewandelt.',
  chooseOne: 'Dieses Modell hat mehrere Dateien. Kleinere antworten schneller, größere genauer.',
  choices: 'GGUF-Dateien dieses Modells',
  added: (model) => `${model} wird gelesen; der Fortschritt steht oben auf dieser Seite.`,
  isHere: (model) => `${model} ist auf diesem Gerät.`,
  conversions: 'Aus eigenen Dateien',
  aboutConversions: 'Eine nach der anderen, in diesem Tab: Er muss bis zum Ende offen bleiben.',
  converting: (done, total) => `Die Datei wird gelesen · ${done} von ${total}`,
  convertsNext: 'Wird als Nächstes gelesen',
  convertsAt: (place) => `Wird als Nummer ${place} gelesen`,
  converted: 'Auf diesem Gerät. Funktioniert offline.',
  aboutFiles: 'Von jeder Datei wurde beim Schreiben der Hash berechnet.',
  hashComputed: 'Ungeprüft: auf diesem Gerät geschrieben',
  filesPassed: (count) =>
    plural(count, {
      one: '# Datei ist unverändert.',
      other: '# Dateien sind unverändert.',
    }),
  fromFile: (name) => `Aus der eigenen Datei „${name}“.`,
  savePack: 'Als Paket speichern',
  makingPack: 'Die Dateien für das Paket werden geprüft…',
  aboutPack:
    'Ein Paket ist eine Datei mit dem Modell, seiner Lizenz und seinen Hashes. Ein anderes Alcove installiert es auf seiner Seite Modelle ohne Netz; für WebLLM wird nur die Bibliothek heruntergeladen.',
};
