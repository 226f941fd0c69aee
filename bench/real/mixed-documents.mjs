// npm run eval:documents -- --files=FOLDER [--gguf=FILE] [--only=NAME] [--step=1] [--out=ANSWERS.json]: 120 questions about documents of ten kinds
// in one chat (made by mixed_documents.py), 40 of them held back (held_back.py), asked one by one as a person would, each as the first of the chat.
// Found: a passage of its file is among the sources, for prose the right one. Passages: the fact stands in them; answer: in the answer; cited: only
// right passages are. No passage answers 13 of them: right is an answer that says so in words and cites nothing.
// Without --gguf the guide answers, which quotes one sentence: only the search, the computed answers and refusals are measured.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openAlcove } from '../open-alcove.mjs';
import { linkFiles } from './link-files.mjs';
import { openHubPage } from './open-hub-page.mjs';

const option = (name) =>
  process.argv.find((a) => a.startsWith(`--${name}=`))?.slice(name.length + 3);
const folder = option('files');
if (!folder) throw new Error('Name the documents: --files=FOLDER.');
const questions = JSON.parse(readFileSync(join(folder, 'questions.json'), 'utf8'))
  .filter(({ file }) => file.includes(option('only') ?? ''))
  .filter((_, i) => i % Number(option('step') ?? 1) === 0)
  .sort((a, b) => Number(b.heldBack) - Number(a.heldBack));
/** Words of an answer that says that the documents do not hold it. */
const REFUSAL =
  /\bno (passage|document|information|mention|answer)|\b(not|n.t|cannot|neither|none|nothing|unable)\b.*\b(passages?|documents?|texts?|files?|information|context|mention\w*|provided?|specif\w+|answers?|stated?|given|contain\w*|know)\b|\b(passages?|documents?|texts?|files?)\b.*\b(not|n.t|no)\b/i;
const files = readdirSync(folder).filter((name) => name !== 'questions.json');

const { page, close } = await open(option('gguf'));
const log = page.getByRole('log', { name: 'Conversation' });
const rows = [];
try {
  await page
    .getByLabel('Files', { exact: true })
    .setInputFiles(files.map((name) => join(folder, name)));
  await page.getByRole('button', { name: `${files.length} files` }).waitFor({ timeout: 900_000 });
  for (const one of questions) {
    const row = judge(one, await ask(one.question));
    rows.push(row);
    if (row.isFound === false || row.isRead === false || !row.isRight || row.isCited === false)
      console.log(JSON.stringify(row));
    if (option('out')) writeFileSync(option('out'), JSON.stringify(rows, null, 1));
  }
} finally {
  await close();
}
print();
process.exit(0);

/** The chat, with the model of a file where one is named. */
async function open(gguf) {
  if (!gguf) return openAlcove({ path: '/chat' });
  const linked = await linkFiles([gguf]);
  const hub = await openHubPage([linked.folder]);
  const [{ repository, file }] = linked.models;
  const model = await hub.installFile(repository, file);
  await hub.page.goto(new URL('/chat', hub.page.url()).href);
  await hub.page.getByRole('button', { name: /^Model: / }).click();
  await hub.page
    .getByRole('menuitemradio')
    .filter({ hasText: model.split('/')[1] })
    .first()
    .click();
  const end = async () => {
    await hub.close();
    await linked.remove();
  };
  return { page: hub.page, close: end };
}

/** Asks as the first message of the chat. @returns the stored question and its answer */
async function ask(question) {
  const known = new Set((await messages()).map(({ id }) => id));
  if (known.size === 0) {
    const message = page.getByRole('textbox', { name: 'Message', exact: true });
    await message.fill(question);
    await message.press('Enter');
  } else {
    const first = log.getByRole('article').first();
    await first.hover();
    await first.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Edit message' }).fill(question);
    await log.getByRole('button', { name: 'Send', exact: true }).click();
  }
  for (;;) {
    await page.waitForTimeout(300);
    const fresh = (await messages()).filter(({ id }) => !known.has(id));
    const answer = fresh.find(({ role }) => role === 'assistant');
    const isShown = (await log.getByRole('button', { name: 'Regenerate' }).count()) > 0;
    // A button of the answer before may still be shown.
    if (answer && answer.state !== 'running' && isShown)
      return { asked: fresh.find(({ role }) => role === 'user'), answer };
  }
}

function messages() {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('alcove');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction('messages').objectStore('messages').getAll();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result);
          };
        };
      }),
  );
}

function judge({ kind, file, question, fact, words, heldBack }, { asked, answer }) {
  const sources = asked?.sources ?? [];
  const isOwn = ({ documentName, text }) =>
    documentName === file && (!words || text.replace(/\s+/g, ' ').includes(words));
  const cited = [...answer.text.matchAll(/\[(\d+)\]/g)].map(([, n]) => sources[n - 1]);
  const says = (text) => new RegExp(fact, 'i').test(text);
  const row = {
    kind,
    heldBack,
    question,
    answer: answer.text.slice(0, 300),
    sources: sources.map(({ documentName, text }) => `${documentName}: ${text.slice(0, 80)}`),
  };
  if (fact === null)
    return {
      ...row,
      // What comes closest is quoted behind a refusal.
      isRight:
        answer.text.includes('What comes closest:') ||
        (cited.length === 0 && REFUSAL.test(answer.text)),
    };
  return {
    ...row,
    isFound: sources.some(isOwn),
    isRead: says(sources.map(({ text }) => text).join('\n')),
    isRight: says(answer.text.replace(/\[\d+\]/g, '')),
    isCited: cited.length > 0 && cited.every((source) => source && isOwn(source)),
  };
}

function print() {
  const groups = {
    'held back': (row) => row.heldBack,
    known: (row) => !row.heldBack,
    all: () => true,
  };
  for (const [name, isIn] of Object.entries(groups)) {
    const group = rows.filter(isIn);
    const refused = group.filter(({ kind }) => kind === 'none');
    const asked = group.filter(({ kind }) => kind !== 'none');
    console.log(`\n| ${name} | questions | found | in the passages | in the answer | cited |`);
    console.log('| --- | --- | --- | --- | --- | --- |');
    for (const kind of [...new Set(asked.map((row) => row.kind)).add('all')]) {
      const own = asked.filter((row) => kind === 'all' || row.kind === kind);
      const counts = ['isFound', 'isRead', 'isRight', 'isCited'].map((key) => count(own, key));
      console.log(`| ${[kind, own.length, ...counts].join(' | ')} |`);
    }
    console.log(
      `\nNo passage answers: ${count(refused, 'isRight')} of ${refused.length} refused in words`,
    );
  }
}

function count(some, key) {
  return some.filter((row) => row[key]).length;
}
