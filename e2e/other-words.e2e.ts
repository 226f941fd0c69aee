import { expect, test } from '@playwright/test';
import { ChatPage } from './chat-page.ts';

const LEASE = `Tenancy agreement for the flat at Fern Road 12

The rent is 840 euros a month and is due on the third working day. It may be raised once a year, and not in the first two years.

The deposit of 1,680 euros is kept in an account of its own. It is paid back within ten weeks of the day on which the keys are returned, less the cost of damage.

Either party may end the agreement in writing with three months' notice to the end of a month. The landlord has to give a reason.

Animals larger than a hamster need the written consent of the landlord, who may refuse it for a reason alone.

The cellar belongs to flat 3. Bicycles stand in the yard, not in the stairwell. Walls may be painted in any shade, but have to be white when the flat is handed back.

The tenant has the boiler serviced each autumn and shows the bill on demand. Small repairs of up to 90 euros are paid by the tenant.`;

const LETTER = `Works at Fern Road 12

Dear tenants, from 4 to 8 March the windows are replaced. Someone has to be at home from eight in the morning. Please clear the sills and take the curtains down.

On 11 March the water is off from nine to noon. The lift stands still all week; if you cannot climb stairs, call the caretaker.`;

const MINUTES = `Minutes of the choir, 6 May

Nineteen members were there. The summer concert is on 21 June in the town hall, not in the church, whose roof leaks. Entry costs twelve euros and is free for pupils.

Ada Wren hands the cash box over to Tom Ballard after eleven years. The choir thanked her with a pot of basil.`;

const FILES = { 'lease.txt': LEASE, 'works.txt': LETTER, 'choir.txt': MINUTES };

/** Questions in other words than the documents have, and the sentences that answer. */
const QUESTIONS: [string, string][] = [
  ['How soon do I get my money back after I have moved out?', 'It is paid back within ten weeks'],
  ['can i have a dog in the flat', 'Animals larger than a hamster need the written consent'],
  ['When will there be nothing from the taps?', 'On 11 March the water is off from nine to noon.'],
  ['Who is the new treasurer of the choir?', 'Ada Wren hands the cash box over to Tom Ballard'],
];

async function open(chat: ChatPage): Promise<void> {
  await chat.open('/chat');
  const files = Object.entries(FILES);
  await chat.page
    .getByLabel('Files', { exact: true })
    .setInputFiles(
      files.map(([name, text]) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })),
    );
  for (const name of Object.keys(FILES)) {
    const file = chat.page.getByRole('button', { name: `Remove ${name}` });
    await expect(file).toBeVisible({ timeout: 60_000 });
  }
}

test('a question in other words is answered by the sentence that says it', async ({ page }) => {
  test.slow();
  const chat = new ChatPage(page);
  await open(chat);
  for (const [question, sentence] of QUESTIONS) {
    const answer = await chat.ask(question);
    await expect(answer.locator('mark'), question).toContainText(sentence);
  }
});

test('where no sentence answers, the answer says so before what comes closest', async ({
  page,
}) => {
  test.slow();
  const chat = new ChatPage(page);
  await open(chat);
  for (const question of ['Which colour are the new windows?', 'What does the boiler cost?']) {
    const answer = await chat.ask(question);
    await expect(answer, question).toContainText(/may not answer this|not in the documents found/);
    await expect(answer).toContainText('What comes closest:');
  }
});
