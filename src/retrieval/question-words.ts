import { runsOf, toPlain } from '#base/words.ts';
import { stem } from './table-words.ts';

/** Words of questions that are no values. */
const STOP = new Set(
  'the and for all are was were who what which whose where when how many much long more most less least than total sum number count average mean highest lowest largest smallest biggest latest oldest newest earliest first last top overall altogether row rows table file list show tell give find does did do have has had is of in on at to my our me you with without from between per each every there their that this these those i we no yes not spend spent pay paid cost costs made make value values entry entries record records column data maximum minimum max min please only by be'.split(
    ' ',
  ),
);
export const isStop = (word: string): boolean => STOP.has(word);
/** The words of a question that say what it is about. */
export const contentWords = (question: string): string[] =>
  [...runsOf(toPlain(question))].flatMap(([word]) => (STOP.has(word) ? [] : stem(word)));
const COUNTED =
  /\b(?:how many|number of|count of|list all|list of|which|the most|the fewest|wie viele|anzahl der|die meisten) ([\p{L}\p{N}]+)(?: ((?!(?:does|has|is|was)\b)\p{L}+s|people|men|women|children)\b)?/gu;
/** What a question counts: each row is one, whatever it is called. Behind a value the noun follows: “how many crime books”. */
export const countedNouns = (plain: string, meant: ReadonlySet<string>): string[] =>
  [...plain.matchAll(COUNTED)].map(([, noun = '', next = noun]) => (meant.has(noun) ? next : noun));
/** Words of questions in other languages than English that say nothing about rows. */
const FILLING = new Set(
  (
    'der die das den dem des ein eine einen einem einer eines und oder ist sind war waren wie viele viel wieviel hoch was wer wo ' +
    'wann welche welcher welches welchen gibt von vom zum zur bei mit fur auf aus als nach vor seit bis uber unter insgesamt hat ' +
    'haben hatte hatten wurde wurden worden wird werden sich ich wir mir uns man alle allen bitte dabei mitarbeiter personen ' +
    'est les des une quel quelle combien hay los las del que cual there been being had can could would should whole entire ' +
    'need needs needed use uses used drive driven drove generate generated produce produced die happen happened reach reached grow grew ' +
    'weigh weighs weighed expensive exist exists list listed recorded contain contains contained work works live lives lie lies located situated years old ' +
    'consumption consumed thing things item items single individual worked been ' +
    'a an often frequently people person persons get gets got go goes went come comes came take takes took fall fell falls rise rose done along through ever really lasted product products article articles finish finished actually just'
  ).split(' '),
);
/** Before a part of a question that says which rows are meant. */
export const OPENS =
  /^(?:on|for|in|at|from|by|with|of|to|during|via|into|is|are|was|were|been|von|fur|im|mit|bei|aus|auf|ist|sind|war|waren|wurde|wurden)$/;

/** Whether a word says nothing about rows in any table. */
export const isEmptyWord = (word: string): boolean =>
  isStop(word) || FILLING.has(word) || OPENS.test(word);
/** The words of a text, as they are compared, with a space between them. */
export const plainWords = (text: string): string =>
  [...runsOf(toPlain(text))].map(([word]) => word).join(' ');
