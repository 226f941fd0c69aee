import { expose } from 'comlink';
import { Analysis } from './analysis.ts';

expose(new Analysis());
