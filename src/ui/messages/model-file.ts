import { catalogue, plural } from './catalogue.ts';

/** Models that a person has as files, on the Models page and in the chat. */
export const modelFileText = catalogue('model-file', {
  title: 'A model you have as a file',
  about:
    'GGUF files of LM Studio, Ollama, llama.cpp or a download, which are converted on this device, and packs that another Alcove saved. Nothing is uploaded. Drop a file anywhere on this page, or choose it.',
  chooseFile: 'Choose a file',
  chooseFolder: 'Choose a folder',
  whereFolders: 'Where other programs store their models',
  whereLmStudio: 'LM Studio: .lmstudio/models in your home folder',
  whereOllama: 'Ollama: .ollama/models in your home folder',
  whereHub: 'Hugging Face: .cache/huggingface/hub in your home folder',
  hiddenFolders:
    'Folders whose names begin with a dot are hidden. In the dialog, Ctrl+H shows them on Linux, and Cmd+Shift+Period on a Mac.',
  dropNow: 'Drop a model file, a pack or a folder of models',
  reading: 'Reading the file…',
  readingFolder: 'Looking for models in the folder…',
  noneInFolder: 'The folder has no GGUF model.',
  found: (count: number) =>
    plural(count, { one: '# model in this folder', other: '# models in this folder' }),
  place: 'Place',
  convert: 'Convert',
  close: 'Close the list',
  addressHint: 'Or the address of a GGUF file: it is converted here after the download.',
  chooseOne: 'This model has several files. Smaller ones answer faster, larger ones more exactly.',
  choices: 'GGUF files of this model',
  added: (model: string) => `${model} is being read; its progress is at the top of this page.`,
  isHere: (model: string) => `${model} is on this device.`,
  conversions: 'From your files',
  aboutConversions: 'One after another, in this tab: leave it open until they are done.',
  converting: (done: string, total: string) => `Reading the file · ${done} of ${total}`,
  convertsNext: 'Is read next',
  convertsAt: (place: string) => `Number ${place} to be read`,
  converted: 'On this device. Works offline.',
  aboutFiles: 'Every file was hashed while it was written.',
  hashComputed: 'Not checked: written on this device',
  filesPassed: (count: number) =>
    plural(count, {
      one: '# file is unchanged.',
      other: '# files are unchanged.',
    }),
  fromFile: (name: string) => `From your file "${name}".`,
  savePack: 'Save as pack',
  makingPack: 'Checking the files for the pack…',
  aboutPack:
    'A pack is one file with the model, its licence and its hashes. Another Alcove installs it on its Models page without a network; for WebLLM, only the library is downloaded.',
});
