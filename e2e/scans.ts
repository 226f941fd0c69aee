// Scans and photographs of texts, and the PDF files that hold them.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

/** A page of words of `e2e/data/ocr`, as a scanner of grey values saves it. */
export const scan = (name: string) => readFileSync(`e2e/data/ocr/${name}.png`);

/** A photograph of a scan: turned, in perspective of a hand, with a shadow, in JPEG, on a brown table. */
export async function photograph(page: Page, png: Buffer): Promise<Buffer> {
  const url = `data:image/png;base64,${png.toString('base64')}`;
  const base64 = await page.evaluate(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1_400, 900];
    const context = canvas.getContext('2d');
    if (!context) throw new Error('There is no canvas.');
    context.fillStyle = '#5a4630';
    context.fillRect(0, 0, 1_400, 900);
    context.setTransform(2, 0.08, -0.12, 2.1, 190, 180);
    context.drawImage(image, 0, 0);
    context.resetTransform();
    const shade = context.createLinearGradient(0, 0, 1_400, 900);
    shade.addColorStop(0, 'rgb(0 0 0 / 0)');
    shade.addColorStop(1, 'rgb(0 0 0 / 0.35)');
    context.fillStyle = shade;
    context.fillRect(0, 0, 1_400, 900);
    return canvas.toDataURL('image/jpeg', 0.6).split(',')[1] ?? '';
  }, url);
  return Buffer.from(base64, 'base64');
}

/** The compressed rows of a PNG without transparency: a PDF holds them as they are. */
function rowsOf(png: Buffer): Buffer {
  const rows: Buffer[] = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    const end = at + 8 + png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') rows.push(png.subarray(at + 8, end));
  }
  return Buffer.concat(rows);
}

/** A page: a scan, a text, null for an empty sheet, or what it is made of. */
export type Sheet = Buffer | string | null | SheetParts;

interface SheetParts {
  scan?: Buffer;
  text?: string;
  /** The text is under the scan, as programs that recognise words save it: searched, and not seen. */
  isHidden?: boolean;
  /** The scan is a small picture in the corner. */
  isSmall?: boolean;
  /** The scan says that it is compressed in a way that it is not. */
  isBroken?: boolean;
  /** Degrees by which a viewer turns the page, clockwise. */
  turn?: 0 | 90 | 180 | 270;
}

/** A PDF as a scanner makes it. */
export function makePdf(sheets: readonly Sheet[]): Buffer {
  const objects: Buffer[] = [];
  const add = (head: string, stream?: Buffer) => {
    const length = stream ? ` /Length ${stream.length} >>\nstream\n` : '';
    const parts = [`${objects.length + 1} 0 obj\n${head}${length}`, stream ?? '', '\nendobj\n'];
    const end = stream ? [...parts.slice(0, 2), '\nendstream', ...parts.slice(2)] : parts;
    objects.push(Buffer.concat(end.map((part) => Buffer.from(part as string, 'latin1'))));
    return objects.length;
  };
  const kids = sheets.map((_, i) => `${4 + 3 * i} 0 R`).join(' ');
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(`<< /Type /Pages /Kids [${kids}] /Count ${sheets.length} >>`);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  for (const sheet of sheets) {
    const { scan: picture, isBroken, turn = 0 } = partsOf(sheet);
    const id = objects.length + 1;
    add(
      `<< /Type /Page /Parent 2 0 R /Rotate ${turn} /MediaBox [0 0 612 792] /Contents ${id + 1} 0 R /Resources << /Font << /F1 3 0 R >> /XObject << /X1 ${id + 2} 0 R >> >> >>`,
    );
    const [width, height] = picture ? [picture.readUInt32BE(16), picture.readUInt32BE(20)] : [1, 1];
    const draw = drawing(partsOf(sheet), width, height);
    add('<<', Buffer.from(draw));
    const form = `/Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8 /ColorSpace /DeviceGray`;
    const filter = isBroken
      ? '/Filter /JBIG2Decode'
      : `/Filter /FlateDecode /DecodeParms << /Predictor 15 /Colors 1 /Columns ${width} >>`;
    if (picture) add(`<< /Type /XObject ${form} ${filter}`, rowsOf(picture));
    else add(`<< /Type /XObject ${form}`, Buffer.from([255]));
  }
  const body = Buffer.concat([Buffer.from('%PDF-1.4\n'), ...objects]);
  let offset = 9;
  const xref = objects.map((object) => {
    const line = `${String(offset).padStart(10, '0')} 00000 n \n`;
    offset += object.length;
    return line;
  });
  const size = objects.length + 1;
  const tail = `xref\n0 ${size}\n0000000000 65535 f \n${xref.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF`;
  return Buffer.concat([body, Buffer.from(tail)]);
}

function partsOf(sheet: Sheet): SheetParts {
  if (typeof sheet === 'string') return { text: sheet };
  return Buffer.isBuffer(sheet) ? { scan: sheet } : (sheet ?? {});
}

/** What a page shows: its scan of `width` by `height` pixels, and its text. */
function drawing(parts: SheetParts, width: number, height: number): string {
  const { scan: picture, text, isHidden, isSmall } = parts;
  const side = isSmall ? 60 : 540;
  const place = `${side} 0 0 ${Math.round((side * height) / width)} 36 500 cm`;
  const shown = picture ? `q ${place} /X1 Do Q\n` : '';
  return text ? `${shown}BT ${isHidden ? '3 Tr ' : ''}/F1 12 Tf 40 700 Td (${text}) Tj ET` : shown;
}
