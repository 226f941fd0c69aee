import { expose } from 'comlink';
import { allowOwnScripts } from '#transport/own-scripts.ts';
import { DocumentReader } from './document-reader.ts';

allowOwnScripts();
expose(new DocumentReader());
