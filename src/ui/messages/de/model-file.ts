import { plural } from '#ui/messages/catalogue.ts';
import type { modelFileText } from '#ui/messages/model-file.ts';

export const modelFile: typeof modelFileText = {
  title: 'Ein Modell, das als Datei da ist',
  about:
    'GGUF-Dateien von LM Studio, Ollama, llama.cpp oder aus einem Download. Die Datei wird auf diesem Gerät umgewandelt; nichts wird hochgeladen. Irgendwo auf dieser Seite ablegen oder auswählen.',
  chooseFile: 'Datei auswählen',
  chooseFolder: 'Ordner auswählen',
  whereFolders: 'Wo andere Programme ihre Modelle speichern',
  whereLmStudio: 'LM Studio: .lmstudio/models im Benutzerordner',
  whereOllama: 'Ollama: .ollama/models im Benutzerordner',
  whereHub: 'Hugging Face: .cache/huggingface/hub im Benutzerordner',
  hiddenFolders:
    'Ordner, deren Name mit einem Punkt beginnt, sind verborgen. Im Dialog zeigt sie unter Linux Strg+H, auf dem Mac Cmd+Umschalt+Punkt.',
  dropNow: 'Eine Modelldatei oder einen Ordner mit Modellen ablegen',
  reading: 'Die Datei wird gelesen…',
  readingFolder: 'Im Ordner werden Modelle gesucht…',
  noneInFolder: 'Der Ordner enthält kein GGUF-Modell.',
  found: (count) =>
    plural(count, { one: '# Modell in diesem Ordner', other: '# Modelle in diesem Ordner' }),
  place: 'Ort',
  convert: 'Umwandeln',
  close: 'Liste schließen',
  added: (model) => `${model} wird umgewandelt; der Fortschritt steht oben auf dieser Seite.`,
  isHere: (model) => `${model} ist auf diesem Gerät.`,
  conversions: 'Umwandlungen',
  aboutConversions: 'Eine nach der anderen, in diesem Tab: Er muss bis zum Ende offen bleiben.',
  converting: (done, total) => `Wird umgewandelt · ${done} von ${total}`,
  convertsNext: 'Wird als Nächstes umgewandelt',
  convertsAt: (place) => `Wird als Nummer ${place} umgewandelt`,
  converted: 'Auf diesem Gerät. Funktioniert offline.',
  aboutFiles: 'Von jeder Datei wurde beim Schreiben der Hash berechnet.',
  hashComputed: 'Bei der Umwandlung berechnet',
  filesPassed: (count) =>
    plural(count, {
      one: '# Datei ist so, wie sie umgewandelt wurde.',
      other: '# Dateien sind so, wie sie umgewandelt wurden.',
    }),
  fromFile: (name) => `Aus der eigenen Datei „${name}“ umgewandelt.`,
};
