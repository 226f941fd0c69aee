import type { StoredFile } from '#storage/chat-records.ts';
import { formatBytes } from '#ui/kit/format.ts';
import { chatListText } from '#ui/messages/chat-list.ts';

/** Bytes of pictures and sound in one exported file: browsers open larger ones slowly, and mail refuses them. */
const MAX_BYTES = 20_000_000;

/** Writes attached files into an exported chat: pictures and sound in the file itself, of others the name. */
export class AttachmentWriter {
  readonly #read: (id: string) => Promise<StoredFile | undefined>;
  readonly #page: XMLDocument;
  #left = MAX_BYTES;

  constructor(read: (id: string) => Promise<StoredFile | undefined>, page: XMLDocument) {
    this.#read = read;
    this.#page = page;
  }

  async write(ids: readonly string[]): Promise<Element[]> {
    const files = await Promise.all(ids.map((id) => this.#read(id)));
    const figures: Element[] = [];
    for (const file of files) if (file) figures.push(await this.#toFigure(file));
    return figures;
  }

  async #toFigure(file: StoredFile): Promise<Element> {
    const figure = this.#page.createElement('figure');
    const caption = this.#page.createElement('figcaption');
    caption.setAttribute('dir', 'auto');
    const tag = tagOf(file.type);
    const fits = file.data.size <= this.#left;
    const isLeftOut = tag !== null && !fits;
    caption.textContent = isLeftOut
      ? chatListText.leftOut(file.name, formatBytes(file.data.size))
      : file.name;
    if (tag && fits) {
      this.#left -= file.data.size;
      const element = this.#page.createElement(tag);
      element.setAttribute('src', await toDataUrl(file));
      if (tag === 'img') element.setAttribute('alt', file.name);
      else element.setAttribute('controls', '');
      figure.append(element);
    }
    figure.append(caption);
    return figure;
  }
}

function tagOf(type: string): 'img' | 'audio' | null {
  if (type.startsWith('image/')) return 'img';
  return type.startsWith('audio/') ? 'audio' : null;
}

function toDataUrl({ data, type }: StoredFile): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    // The type of the row: a stored blob may have lost its own.
    reader.readAsDataURL(new Blob([data], { type }));
  });
}
