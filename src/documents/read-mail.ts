import PostalMime, { type Address } from 'postal-mime';
import { DocumentError } from './document-error.ts';
import { htmlToText } from './html-text.ts';
import { LIMITS } from './limits.ts';

/** Parts within parts of one mail, and bytes of its headers. */
const MAX_DEPTH = 50;
const MAX_HEADERS = 2_000_000;
/** Attachments of one mail that are read. */
const MAX_ATTACHMENTS = 50;

/**
 * The text of a saved mail: its sender, receivers, date, words and attachments. Nothing of it is fetched.
 * `readAttachment` gives the text of an attached document; null where it has none. @throws DocumentError
 */
export async function readMail(
  file: File,
  limit: number,
  readAttachment: (attachment: File) => Promise<string | null>,
): Promise<string> {
  const { name } = file;
  if (file.size > LIMITS.mailBytes)
    throw new DocumentError('bytes', { name, max: LIMITS.mailBytes });
  const mail = await new PostalMime({
    maxNestingDepth: MAX_DEPTH,
    maxHeadersSize: MAX_HEADERS,
  })
    .parse(await file.arrayBuffer())
    .catch(() => {
      throw new DocumentError('damaged', { name, type: 'eml' });
    });
  const people = (addresses: Address[] = []) => addresses.flatMap(namesOf).join(', ');
  const heads = [
    ['Subject', mail.subject],
    ['From', people(mail.from && [mail.from])],
    ['To', people(mail.to)],
    ['Cc', people(mail.cc)],
    ['Date', mail.date],
  ];
  const head = heads.flatMap(([title, value]) => (value ? [`${title}: ${value}`] : []));
  const body = mail.text?.trim() || htmlToText(mail.html ?? '', limit);
  const parts = [head.join('\n'), body.replaceAll('\r\n', '\n')];
  for (const { filename, content, mimeType } of mail.attachments.slice(0, MAX_ATTACHMENTS)) {
    // Pictures in the text of a mail are signatures, mostly.
    const title = filename ?? mimeType;
    const data = typeof content === 'string' ? content : new Uint8Array(content);
    const text = await readAttachment(new File([data], title, { type: mimeType }));
    parts.push(text === null ? `Attachment (not read): ${title}` : `Attachment: ${title}\n${text}`);
  }
  return parts.filter((part) => part !== '').join('\n\n');
}

const namesOf = ({ name, address, group }: Address): string[] =>
  group ? group.flatMap(namesOf) : [name && address ? `${name} <${address}>` : (address ?? name)];
