import { expect, type Locator, type Page } from '@playwright/test';

/** Waits until the app has replaced the first picture of a first visit, which takes no input (decision 042). */
export async function appStarted(page: Page): Promise<void> {
  await expect(page.locator('#root[inert]')).toHaveCount(0);
}

/** The chat page as a person uses it. */
export class ChatPage {
  readonly page: Page;
  readonly message: Locator;
  readonly log: Locator;
  readonly answers: Locator;

  constructor(page: Page) {
    this.page = page;
    this.message = page.getByRole('textbox', { name: 'Message', exact: true });
    this.log = page.getByRole('log', { name: 'Conversation' });
    this.answers = this.log.getByRole('article', { name: /^Answer by/ });
  }

  async open(path = '/chat?scripted-models'): Promise<void> {
    await this.page.goto(path);
    await expect(this.message).toBeVisible();
    await appStarted(this.page);
  }

  /** Chooses a model once the service lists it. */
  async choose(title: string): Promise<void> {
    await this.chooseFrom(/^Model: /, title);
  }

  async chooseFrom(pill: RegExp, title: string): Promise<void> {
    await this.page.getByRole('button', { name: pill }).click();
    const item = this.page.getByRole('menuitemradio').filter({
      has: this.page.getByText(title, { exact: true }),
    });
    await item.click();
    await expect(item).toHaveCount(0);
  }

  async send(text: string): Promise<void> {
    await this.message.fill(text);
    await this.message.press('Enter');
  }

  /** Sends and waits until the answer is whole: its actions are there. */
  async ask(text: string): Promise<Locator> {
    const before = await this.answers.count();
    await this.send(text);
    const answer = this.answers.nth(before);
    await expect(answer.getByRole('button', { name: 'Regenerate' })).toBeVisible({
      timeout: 30_000,
    });
    return answer;
  }

  async addFile(name: string, mimeType: string, data: Buffer | string): Promise<void> {
    const buffer = typeof data === 'string' ? Buffer.from(data) : data;
    await this.page.getByLabel('Files', { exact: true }).setInputFiles({ name, mimeType, buffer });
  }

  /** A row of the list of chats. */
  row(title: string): Locator {
    return this.page
      .getByRole('list', { name: 'Chats' })
      .getByRole('listitem')
      .filter({ hasText: title });
  }

  async openOptions(title: string): Promise<void> {
    await this.page.getByRole('button', { name: `Options for ${title}` }).click();
    await expect(this.page.getByRole('menu')).toBeVisible();
  }
}

/** What makes the scripted model write tokens in sequence. */
export function script(tokens: readonly string[], delayMs = 0): string {
  return `#script ${JSON.stringify({ tokens, delayMs })}`;
}

export function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `w${i} `);
}
