import type { ReactNode } from 'react';
import type { Conversation, Message } from '#storage/chat-records.ts';
import { Markdown } from '#ui/chat/markdown/markdown.tsx';
import type { ChatBook } from '#ui/chat/session/chat-book.ts';
import { chatTitle } from '#ui/chat/session/conversation-state.ts';
import { buildTree, pathTo } from '#ui/chat/session/message-tree.ts';
import { quoteOf } from '#ui/chat/thread/quote-of.ts';
import { chatListText } from '#ui/messages/chat-list.ts';
import { saveFile } from '#ui/state/save-file.ts';
import { AttachmentWriter } from './export-attachments.ts';
import { fileNameOf, speaker } from './export-chat.ts';
import { colourCode, drawInto, loadColours } from './export-code.tsx';
import style from './export-html.txt?raw';
import { type FencedSource, PassageList, QuotedPassage, withFences } from './export-passages.tsx';

const HTML = 'http://www.w3.org/1999/xhtml';

/** The file asks for nothing, and runs nothing, whatever a message says. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src data:";

/** Saves the shown branch of a chat as one HTML file that needs nothing else: to share, or to print. */
export async function downloadHtml(book: ChatBook, conversation: Conversation): Promise<void> {
  const messages = await book.ports.store.conversations.messages(conversation.id);
  const path = pathTo(buildTree(messages), conversation.leafId);
  await loadColours();
  // Not a document of HTML, which would parse: this one is only written out.
  const page = document.implementation.createDocument(HTML, 'html');
  const root = page.documentElement;
  root.setAttribute('lang', document.documentElement.lang);
  const [head, body] = [page.createElement('head'), page.createElement('body')];
  const title = page.createElement('title');
  title.textContent = chatTitle(conversation);
  const charset = page.createElement('meta');
  charset.setAttribute('charset', 'utf-8');
  const policy = page.createElement('meta');
  policy.setAttribute('http-equiv', 'Content-Security-Policy');
  policy.setAttribute('content', POLICY);
  head.append(charset, policy, title);
  const heading = page.createElement('h1');
  heading.setAttribute('dir', 'auto');
  heading.textContent = chatTitle(conversation);
  const foot = page.createElement('footer');
  foot.textContent = chatListText.exportedFrom(new Date().toLocaleDateString());
  const stored = await book.ports.store.opened;
  const attachments = new AttachmentWriter((id) => stored.files.get(id), page);
  body.append(heading);
  const documents = await stored.documents
    .where('conversationId')
    .equals(conversation.id)
    .toArray();
  let sources: readonly FencedSource[] = [];
  for (const message of path) {
    if (message.role === 'user') sources = withFences(message.sources ?? [], documents);
    const article = toArticle(page, message, sources);
    article.append(...(await attachments.write(message.files ?? [])));
    body.append(article);
  }
  body.append(foot);
  root.append(head, body);
  // The rules come last and as text: the policy of this page holds for an element in the document, too.
  const written = new XMLSerializer().serializeToString(root);
  const html = `<!doctype html>\n${written.replace('</title>', `$&<style>${style}</style>`)}\n`;
  saveFile(`${fileNameOf(conversation)}.html`, new Blob([html], { type: 'text/html' }));
}

function toArticle(page: XMLDocument, message: Message, sources: readonly FencedSource[]): Element {
  const article = page.createElement('article');
  article.setAttribute('class', message.role);
  article.setAttribute('dir', 'auto');
  const name = page.createElement('h2');
  name.textContent = speaker(message);
  const body = page.createElement('div');
  if (message.role === 'assistant') body.append(...toAnswer(page, message, sources));
  else body.textContent = message.text;
  article.append(name, body);
  return article;
}

/** An answer and the passages that it is from: one shown as the answer itself, or all under it, folded. */
function toAnswer(page: XMLDocument, message: Message, sources: readonly FencedSource[]): Node[] {
  const quote = quoteOf(message, sources);
  if (quote) {
    const opening = quote.opening === '' ? [] : renderMarkdown(page, quote.opening);
    return [...opening, ...renderPart(page, <QuotedPassage {...quote} />)];
  }
  const words = renderMarkdown(page, message.text);
  if (sources.length === 0) return words;
  return [...words, ...renderPart(page, <PassageList sources={sources} />)];
}

function renderPart(page: XMLDocument, part: ReactNode): Node[] {
  const place = document.createElement('div');
  const end = drawInto(place, part);
  const nodes = [...place.childNodes].map((node) => page.importNode(node, true));
  end();
  return nodes;
}

/** The answer as drawn in the chat, without its interactive parts. */
function renderMarkdown(page: XMLDocument, text: string): Node[] {
  const place = document.createElement('div');
  const end = drawInto(place, <Markdown text={text} isStreaming={false} />);
  // Links and citations are buttons: their words are part of the answer.
  for (const link of place.querySelectorAll('[data-words]')) link.replaceWith(...link.childNodes);
  // Formulas: browsers draw MathML themselves, the other half needs a stylesheet.
  for (const part of place.querySelectorAll('button, svg, .katex-html')) part.remove();
  for (const part of place.querySelectorAll('[class], [tabindex]')) {
    part.removeAttribute('class');
    part.removeAttribute('tabindex');
  }
  const ends = [end, ...[...place.querySelectorAll('figure')].map(colourCode)];
  const nodes = [...place.childNodes].map((node) => page.importNode(node, true));
  for (const finish of ends) finish();
  return nodes;
}
