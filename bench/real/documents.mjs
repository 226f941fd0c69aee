// Fifty questions about ten documents with one right passage each: whether the search finds it, whether the answer has the fact,
// and whether it cites that passage and no other.
//   node bench/real/documents.mjs --hub=FOLDER,… --model=owner/name [--from=0] [--to=50]
import { buildInPage } from '../build-in-page.mjs';
import { callInPage } from '../call-in-page.mjs';
import { DOCUMENTS, HELD_OUT } from './document-questions.mjs';
import { openHubPage } from './open-hub-page.mjs';

const option = (name, otherwise) =>
  process.argv.find((a) => a.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
const model = option('model');
const extra = await buildInPage('documents.ts');
const { page, key, install, close } = await openHubPage(option('hub').split(','), [], extra);
const totals = { seen: [0, 0, 0, 0, 0], 'held out': [0, 0, 0, 0, 0] };
try {
  await install(model);
  const call = callInPage(page, 'documents');
  const asked = (await call('prepare', key, DOCUMENTS)).slice(
    Number(option('from', 0)),
    Number(option('to', 50)),
  );
  for (const one of asked) {
    const answer = await call('ask', key, model, one);
    const cited = [...answer.matchAll(/\[(\d+)\]/g)].map(([, digits]) => Number(digits));
    const isFact = new RegExp(one.fact, 'i').test(answer.replace(/\[\d+\]/g, ''));
    const isCited = cited.length > 0 && cited.every((number) => one.right.includes(number));
    const isHeldOut = one.document >= DOCUMENTS.length - HELD_OUT;
    const total = totals[isHeldOut ? 'held out' : 'seen'];
    const marks = [true, one.right.length > 0, isFact, isCited, isFact && isCited];
    for (const [i, isRight] of marks.entries()) total[i] += Number(isRight);
    if (!marks[4])
      console.log(JSON.stringify({ question: one.question, answer, right: one.right }));
  }
} finally {
  await close();
}
console.log(
  `${model}\n| questions | | found | fact | cited | both |\n| --- | --- | --- | --- | --- | --- |`,
);
for (const [name, total] of Object.entries(totals))
  console.log(`| ${name} | ${total.join(' | ')} |`);
process.exit(0);
