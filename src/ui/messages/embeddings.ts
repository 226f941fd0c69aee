import { catalogue, plural } from './catalogue.ts';

const texts = (count: number) => plural(count, { one: '# text', other: '# texts' });

/** The page of texts and their vectors. */
export const embeddingsText = catalogue('embeddings', {
  title: 'Embeddings',
  lead: 'Find texts that mean the same: search by meaning, see them on a map, group them, spot duplicates.',
  results: 'Results',
  views: 'Views',
  viewFailed: 'This view could not be shown.',
  setNotFound: 'This set is not on this device.',
  texts: 'Texts',
  map: 'Map',
  similar: 'Similar',
  groups: 'Groups',
  compare: 'Compare',
  answers: 'Answers',
  code: 'Code',

  source: 'Texts to embed',
  sourceField: 'One text per line',
  sourcePlaceholder: 'Paste lines here',
  loaded: (name: string, count: number) => `${name} · ${texts(count)}`,
  loadedColumns: (name: string, count: number, columns: string) =>
    `${name} · ${texts(count)} · columns: ${columns}`,
  typeInstead: 'Type texts instead',
  openFile: 'Open a file',
  fileField: 'File of texts or vectors',
  fileNotRead: (name: string) => `“${name}” could not be opened`,
  model: 'Model',
  dimensions: 'Dimensions',
  embed: (count: number) => plural(count, { one: 'Embed # text', other: 'Embed # texts' }),
  counting: 'Counting tokens',
  embedding: 'Embedding',
  progress: (phase: string, done: string, total: string) => `${phase}, ${done} of ${total}`,
  progressLeft: (phase: string, done: string, total: string, left: string) =>
    `${phase}, ${done} of ${total} · about ${left} left`,
  cancel: 'Cancel',
  noTexts: 'There are no texts to embed.',
  tooLong: (max: string, named: string, count: number) =>
    plural(count, {
      one: `The model reads up to ${max} tokens per text. One text is longer: ${named}. Split it, for example by sentences.`,
      other: `The model reads up to ${max} tokens per text. # texts are longer: ${named}. Split them, for example by sentences.`,
    }),
  tooLongText: (number: string, tokens: string) => `text ${number} (${tokens} tokens)`,
  savedSets: (count: string) => `Saved sets (${count})`,
  countTexts: texts,
  deleteSet: (name: string) => `Delete ${name}`,
  delete: 'Delete',
  notDeleted: (name: string) => `“${name}” could not be deleted`,
  deleted: (name: string) => `Deleted “${name}”.`,
  saved: (name: string) => `Saved “${name}”.`,
  columnsLeftOut: (count: number, limit: string) =>
    plural(count, {
      one: `# column is not stored: a set has at most ${limit} cells.`,
      other: `# columns are not stored: a set has at most ${limit} cells.`,
    }),
  undo: 'Undo',

  importTitle: (name: string) => `Texts from ${name}`,
  textColumn: 'Column with the texts',
  splitBy: 'Split into',
  byRows: 'Rows',
  byLines: 'Lines',
  bySentences: 'Sentences',
  byParagraphs: 'Paragraphs',
  byTokens: 'Pieces of a number of tokens',
  tokens: 'Tokens',
  overlap: 'Overlap',
  fileHasVectors: (dimensions: string) =>
    `The file contains vectors of ${dimensions} dimensions; they are used as they are.`,
  chooseTexts: (count: number) =>
    plural(count, { one: 'Use this text', other: 'Use these # texts' }),
  chooseAllTexts: 'Use these texts',
  previewWhole: (count: number) =>
    plural(count, { one: '# text:', other: '# texts, starting with:' }),
  previewPart: 'The first texts:',
  fileIsEmpty: 'The file contains no texts.',

  search: 'Search',
  searchByMeaning: 'Search by meaning',
  searchFailed: 'The search failed',
  noSearchModel: (source: string) =>
    `The vectors are from ${source}. No model on this device can make vectors to search them.`,
  summary: (count: number, dimensions: string, source: string) =>
    `${texts(count)} · ${dimensions} dimensions · ${source}`,
  clearSelection: (count: number) =>
    plural(count, { one: '# selected · Clear', other: '# selected · Clear' }),
  saveSet: 'Save set',
  notSaved: 'The set could not be saved',
  exportVectors: 'Export vectors',
  exportCsv: 'One row per text: its columns, the text, its vector.',
  exportJsonl: 'One line of JSON per text, with its vector as an array.',
  exportNpy: 'The vectors only, for numpy.load: float32, one row per text.',

  nearestTo: (query: string) => `Texts nearest to “${query}”`,
  score: 'Score',
  number: 'No.',
  text: 'Text',
  group: 'Group',
  previous: 'Previous',
  next: 'Next',
  range: (from: string, to: string, count: string) => `${from} to ${to} of ${count}`,
  nearestTexts: 'Nearest texts',

  grouping: 'Grouping…',
  groupCount: 'Number of groups',
  groupingFailed: 'The texts could not be grouped',
  groupName: (number: string, text: string) => `${number}. ${text}`,
  showTexts: 'Show texts',
  showGroupTexts: (group: string) => `Show texts of group ${group}`,

  similarPairs: 'Similar pairs',
  pairsAbove: 'Pairs above',
  comparingPairs: 'Comparing all pairs…',
  noPairs: (score: string) => `No pairs above ${score}.`,
  similarity: 'Similarity',
  similarityMatrix: 'Similarity of all pairs',

  compareWith: (source: string, dimensions: string) =>
    `Compare ${source} (${dimensions} dimensions) with`,
  firstDimensions: (size: string) => `The first ${size} dimensions`,
  comparing: 'Comparing…',
  overlapOfSize: (size: string, percent: string, count: string) =>
    `${size} dimensions find ${percent} of the same ${count} nearest texts.`,
  overlapOfModel: (model: string, percent: string, count: string) =>
    `${model} finds ${percent} of the same ${count} nearest texts.`,
  movedMost: 'These pairs moved most:',
  rankHere: 'Rank here',
  rankThere: 'Rank there',
  neighbour: 'Neighbour',

  secondSet: 'Second set, one text per line',
  secondSetPlaceholder: 'Questions, headlines, claims',
  findAnswers: 'Find answers',
  searching: 'Searching…',
  secondSetColumn: 'Second set',
  firstSetColumn: 'First set',

  drawingMap: 'Drawing the map…',
  mapFailed: 'The map could not be drawn',
  layOutUmap: 'Lay out with UMAP',
  backToPca: 'Back to PCA',
  colourBy: 'Colour by',
  searchScore: 'Search score',
  lasso: 'Lasso',
  saveSvg: 'Save as SVG',
  savePng: 'Save as PNG',
  refiningMap: 'Refining the map',
  refining: (percent: string) => `Refining the map, ${percent}`,
  colours: 'Colours',
  mapOf: (count: number) =>
    plural(count, {
      one: 'Map of # text. The same text is in the table under Texts.',
      other: 'Map of # texts. The same texts are in the table under Texts.',
    }),
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  showAll: 'Show all points',
  zoomHint: 'Zoom with Ctrl or Cmd and the wheel, or click the map first.',
  noWebGl: 'This browser has no WebGL, so the map cannot be drawn. The table lists the same texts.',
  nearest: (score: string) => `Nearest (${score})`,
  notNearest: 'Not among the nearest',
  searchFirst: 'Search to colour by score',
  empty: '(empty)',
});
