import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { asksAboutPrivacy, isTask, speaksOfThisApp } from './what-is-asked.ts';

const LONG = 'The board met on Monday and talked about the roof. '.repeat(14);

test.each([
  'Write a poem about the sea',
  'Please write an e-mail to my landlord about the heating.',
  'Can you write a short story about a fox?',
  'Translate this to German: Good morning, how are you?',
  'translate "the weather is nice" into French',
  'Could you please translate the following sentence: I am late.',
  'How do you say good morning in French?',
  'Summarise this text',
  'Summarize: the meeting was long and nothing was decided',
  'List five animals that live in the sea',
  'Make a table of the planets and their moons',
  'Give me a list of synonyms for happy',
  'Turn these into JSON: Ada, 36, London',
  'Names and ages as JSON: Ada 36, Ben 40',
  'Fix the grammar: he go to school',
  'Correct my spelling: definately',
  'Rewrite this sentence to be more polite: Send it now.',
  'Rephrase: we regret to inform you',
  'Explain this: the mitochondria is the powerhouse of the cell',
  'Write a Python function that adds two numbers',
  '```js\nconst a = 1\n```',
  LONG,
  `Explain ${LONG}`,
  'Tell me a joke',
  'Help me write a letter',
  'Calculate 17% of 230',
  'I need you to draft an invitation to a party',
  'Hi, please proofread this: Their going home.',
  'Extract the addresses from this: Ada lives at 4 Elm Road',
  'Schreib mir ein Gedicht über den Herbst',
  'Schreibe eine E-Mail an meinen Vermieter',
  'Bitte übersetze das ins Englische: Guten Morgen',
  'Kannst du mir diesen Satz ins Englische übersetzen: Ich bin müde.',
  'Fasse diesen Text zusammen',
  'Fass das bitte kurz zusammen: Die Sitzung war lang.',
  'Erstelle eine Tabelle der Planeten',
  'Mach eine Liste mit zehn Ideen',
  'Korrigiere meinen Text: Ich habe gegangen.',
  'Formuliere das höflicher: Schick mir das.',
  'Wie sagt man guten Morgen auf Französisch',
  'Erzähl mir einen Witz',
  'Gib mir das als JSON: Ada, 36',
])('“%.60s” is a task', (text) => {
  expect(isTask(text)).toBe(true);
});

test.each([
  'How do I transcribe a file?',
  'write me where the settings are',
  'What can you do?',
  'Can you translate documents?',
  'Can you write code?',
  'Which models can write?',
  'How do I get a transcript as JSON?',
  'List the models',
  'Explain embeddings',
  'Explain how transcription works',
  'Where is the list of my chats?',
  'How can I translate a recording?',
  'Is there a keyboard shortcut list?',
  'Show me the settings',
  'Tell me about Alcove',
  'Give me a tour',
  'Hello',
  'Thanks!',
  'Wie transkribiere ich eine Datei?',
  'Was kannst du?',
  'Kannst du Texte übersetzen?',
  'Wo finde ich die Einstellungen?',
  'Schreib mir, wo die Einstellungen sind',
  'Welche Modelle können schreiben?',
  'Does this work offline?',
  'What does it cost?',
  'Is it true that this stays on my computer? Prove it to me.',
  '',
])('“%s” is none', (text) => {
  expect(isTask(text)).toBe(false);
});

test.each([
  'Is it true that this stays on my computer? Prove it to me.',
  'where does my data go?',
  'Where does my data go',
  'Does anything leave my device?',
  'Is this private?',
  'Is my data safe?',
  'Are my chats really private?',
  'Do you send my files to a server?',
  'Can anyone read my messages?',
  'Who can see what I write?',
  'Is my voice uploaded anywhere?',
  'Does it run locally?',
  'Do you collect my data?',
  'Are you tracking me?',
  'How can I be sure that nothing is sent to the cloud?',
  'How do I know my documents stay on this device?',
  'Is this GDPR compliant?',
  'What is your privacy policy?',
  'Will my recordings be sent to OpenAI?',
  'Bleibt das auf meinem Gerät?',
  'Wohin gehen meine Daten?',
  'Werden meine Dateien auf einen Server hochgeladen?',
  'Ist das wirklich privat?',
  'Sind meine Daten sicher?',
  'Wer kann meine Nachrichten lesen?',
  'Stimmt es, dass alles auf meinem Computer bleibt? Beweis es mir.',
  'Wie steht es um den Datenschutz?',
  'Verlässt irgendetwas mein Gerät?',
])('“%s” is about privacy', (text) => {
  expect(asksAboutPrivacy(text)).toBe(true);
});

test.each([
  'How do I transcribe a file?',
  'What can you do?',
  'How do I set the privacy label of a chat?',
  'What is a privacy label?',
  'Where is the privacy page?',
  'Translate this: my data stays on my computer',
  'Write a letter about data protection to my boss',
  'Where are the settings?',
  'How do I send this to my phone?',
  'Can you hear me?',
  'Which models run on my computer?',
  'How much space do models take on my device?',
  'What is my name?',
  'Who lives in Berlin?',
  'Does the train go to Berlin?',
  'Wie transkribiere ich eine Datei?',
  'Wie lösche ich meine Daten?',
  'Wie schicke ich das auf mein Handy?',
  'Was kannst du?',
  LONG,
  '',
])('“%.60s” is not', (text) => {
  expect(asksAboutPrivacy(text)).toBe(false);
});

test('no sentence of the test data is a question about privacy', () => {
  const lines = readFileSync('e2e/data/sentences.csv', 'utf8').split('\n');
  expect(lines.length).toBeGreaterThan(100);
  expect(lines.filter(asksAboutPrivacy)).toEqual([]);
});

test.each([
  'Does this stay on my computer?',
  'Is this private?',
  'Is it really safe?',
  'Are you tracking me?',
  'Are the files uploaded to a server?',
  'Will everything stay on this device?',
  'Werden meine Dateien auf einen Server hochgeladen?',
])('“%s” is about this app, whatever documents there are', (text) => {
  expect(asksAboutPrivacy(text)).toBe(true);
  expect(speaksOfThisApp(text)).toBe(true);
});

test.each([
  'How many tracks does the sequencer have?',
  'Is the agreement confidential?',
  'What does the GDPR require of a processor?',
  'Can I share this agreement with third parties?',
  'Ist der Vertrag vertraulich?',
])('“%s” is a question to a document', (text) => {
  expect(speaksOfThisApp(text)).toBe(false);
});
