import { appPath } from '#contract/app-path.ts';

/** The model that ships with the app and has what reads English for every voice: its words, and a net for unknown ones. */
export const READER = 'alcove-voice';

const FILES = ['config.json', 'words.txt.gz', 'tagger.json.gz', 'onnx/unknown_quantized.onnx.gz'];

/** Its files, by the names under which the library requests them. */
export const READER_NAMES = FILES.map((name) => name.replace(/\.gz$/, ''));

/** Where this origin has them. */
export const READER_ADDRESSES = FILES.map((name) => appPath(`/models/${READER}/${name}`));
