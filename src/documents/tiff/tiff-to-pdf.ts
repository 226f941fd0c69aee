import { LIMITS } from '#documents/limits.ts';
import { readTiffPages, TiffError, type TiffPage, type TiffPart } from './tiff-pages.ts';

/**
 * A TIFF file as a PDF, in which each page is its picture: the compressions of both are the same, so that nothing is decoded
 * here, and what reads scans in PDFs reads these.
 * @throws TiffError where it is damaged, exceeds a limit, or is compressed in a way that PDF does not know.
 */
export function tiffToPdf(file: Uint8Array<ArrayBuffer>): Blob {
  const pdf = new PdfWriter();
  const tree = pdf.reserve();
  const kids: number[] = [];
  for (const page of readTiffPages(file)) kids.push(writePage(pdf, tree, page));
  pdf.fill(
    tree,
    `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((id) => `${id} 0 R`).join(' ')}] >>`,
  );
  return pdf.finish(pdf.add(`<< /Type /Catalog /Pages ${tree} 0 R >>`));
}

/** Numbered objects, and where each begins. */
class PdfWriter {
  readonly #parts: BlobPart[] = ['%PDF-1.7\n'];
  readonly #starts: number[] = [];
  #size = 9;

  /** The number of an object that is written later. */
  reserve(): number {
    return this.#starts.push(0);
  }

  add(dictionary: string, stream?: Uint8Array<ArrayBuffer>[]): number {
    const id = this.reserve();
    this.fill(id, dictionary, stream);
    return id;
  }

  /** `dictionary`: with a stream, its entries without the brackets. */
  fill(id: number, dictionary: string, stream?: Uint8Array<ArrayBuffer>[]): void {
    this.#starts[id - 1] = this.#size;
    if (!stream) {
      this.#write(`${id} 0 obj\n${dictionary}\nendobj\n`);
      return;
    }
    const length = stream.reduce((sum, { byteLength }) => sum + byteLength, 0);
    this.#write(`${id} 0 obj\n<< ${dictionary} /Length ${length} >>\nstream\n`, ...stream);
    this.#write('\nendstream\nendobj\n');
  }

  finish(root: number): Blob {
    const table = this.#starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`);
    const start = this.#size;
    const count = this.#starts.length + 1;
    this.#write(`xref\n0 ${count}\n0000000000 65535 f \n${table.join('')}`);
    this.#write(`trailer\n<< /Size ${count} /Root ${root} 0 R >>\nstartxref\n${start}\n%%EOF\n`);
    return new Blob(this.#parts, { type: 'application/pdf' });
  }

  /** Texts are ASCII. @throws TiffError where the PDF would be larger than one that is read */
  #write(...parts: (string | Uint8Array<ArrayBuffer>)[]): void {
    for (const part of parts) {
      this.#parts.push(part);
      this.#size += part.length;
      if (this.#size > LIMITS.pdfBytes) throw new TiffError('Its pages are too large.', 'bytes');
    }
  }
}

const encode = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

function writePage(pdf: PdfWriter, parent: number, page: TiffPage): number {
  const filter = filterOf(page);
  const colours = coloursOf(pdf, page);
  const parts = joinParts(page);
  // Without their end, before pictures without their start.
  const tables = page.tables && page.tables.length >= 4 ? page.tables.slice(0, -2) : null;
  const images = parts.map((part) => {
    const bytes =
      page.isReversed && page.compression !== JPEG ? reverseBits(part.bytes) : part.bytes;
    const stream = page.compression === JPEG ? withTables(bytes, tables) : [bytes];
    const size = `/Width ${part.width} /Height ${part.height} /BitsPerComponent ${page.bits}`;
    return pdf.add(`/Type /XObject /Subtype /Image ${size} ${colours} ${filter(part)}`, stream);
  });
  const height = page.height / page.aspect;
  // Parts meet at whole pixels where a page is drawn in its own size: lines of text show no seams.
  const draw = parts.map(({ x, y, width, height: rows }, i) => {
    const bottom = (page.height - y - rows) / page.aspect;
    return `q ${width} 0 0 ${rows / page.aspect} ${x} ${bottom} cm /P${i} Do Q\n`;
  });
  const content = pdf.add('', [encode(draw.join(''))]);
  const names = images.map((id, i) => `/P${i} ${id} 0 R`).join(' ');
  return pdf.add(
    `<< /Type /Page /Parent ${parent} 0 R /MediaBox [0 0 ${page.width} ${height}] /Rotate ${page.turn} /Resources << /XObject << ${names} >> >> /Contents ${content} 0 R >>`,
  );
}

const FAX: ReadonlySet<number> = new Set([2, 3, 4]);
const JPEG = 7;
const isFax = ({ compression }: TiffPage) => FAX.has(compression);

/** The filter of PDF for a compression. @throws TiffError */
function filterOf(page: TiffPage): (part: TiffPart) => string {
  const { compression, samples, bits, predictor, fax, photometric } = page;
  const packed = (name: string) => (part: TiffPart) => {
    const parms = `/Predictor ${predictor} /Colors ${samples} /BitsPerComponent ${bits} /Columns ${part.width}`;
    return `/Filter /${name} /DecodeParms << ${parms} >>`;
  };
  // 16 bits are in the order of the file's bytes, which only shows when they are unpacked.
  if (![1, 2, 4, 8].includes(bits) || predictor > 2)
    throw new TiffError(`It has ${bits} bits for each colour.`, 'unknown');
  switch (compression) {
    case 1:
      return () => '';
    case 2:
    case 3:
    case 4: {
      const kind = compression === 4 ? -1 : fax & 1;
      const isAligned = compression === 2 || (fax & 4) > 0;
      const isInverse = photometric === 1;
      return ({ width, height }) =>
        `/Filter /CCITTFaxDecode /DecodeParms << /K ${kind} /Columns ${width} /Rows ${height} /EncodedByteAlign ${isAligned} /BlackIs1 ${isInverse} /EndOfBlock false >>`;
    }
    case 5:
      return packed('LZWDecode');
    case JPEG:
      return () =>
        `/Filter /DCTDecode /DecodeParms << /ColorTransform ${photometric === 6 ? 1 : 0} >>`;
    case 8:
    case 32_946:
      return packed('FlateDecode');
    case 32_773:
      return () => '/Filter /RunLengthDecode';
    default:
      throw new TiffError(`It is compressed in way ${compression}.`, 'unknown');
  }
}

/** What the samples mean, as PDF says it. @throws TiffError */
function coloursOf(pdf: PdfWriter, page: TiffPage): string {
  const { photometric, samples, bits, colours } = page;
  const grey = (decode: string) => `${withRest(pdf, samples, '/DeviceGray', 1)}${decode}`;
  switch (photometric) {
    case 0:
      return grey(isFax(page) ? '' : ` /Decode [${' 1 0'.repeat(samples)}]`);
    case 1:
      return grey('');
    case 2:
      return withRest(pdf, samples, '/DeviceRGB', 3);
    case 3: {
      const count = Math.min(1 << bits, Math.floor(colours.length / 3));
      if (count === 0) throw new TiffError('It has no table of colours.');
      const hex = (value = 0) => (value >> 8).toString(16).padStart(2, '0');
      const planes = [0, 1, 2].map((plane) => plane * (colours.length / 3));
      const table = Array.from({ length: count }, (_, i) =>
        planes.map((start) => hex(colours[start + i])).join(''),
      );
      return `/ColorSpace [/Indexed /DeviceRGB ${count - 1} <${table.join('')}>]`;
    }
    case 5:
      return withRest(pdf, samples, '/DeviceCMYK', 4);
    case 6:
      if (page.compression !== JPEG) break;
      return '/ColorSpace /DeviceRGB';
  }
  throw new TiffError(`Its colours are of kind ${photometric}.`, 'unknown');
}

/** A space of colours whose further samples, such as opacity, mean nothing. */
function withRest(pdf: PdfWriter, samples: number, space: string, used: number): string {
  const rest = samples - used;
  if (rest === 0) return `/ColorSpace ${space}`;
  if (rest < 0 || rest > 4) throw new TiffError(`It has ${samples} colours.`, 'unknown');
  const names = Array.from({ length: samples }, (_, i) => `/S${i}`).join(' ');
  const ends = (count: number) => '0 1 '.repeat(count);
  const drop = pdf.add(`/FunctionType 4 /Domain [${ends(samples)}] /Range [${ends(used)}]`, [
    encode(`{${' pop'.repeat(rest)} }`),
  ]);
  return `/ColorSpace [/DeviceN [${names}] ${space} ${drop} 0 R]`;
}

/** Strips that need no unpacking follow one another in one picture. */
function joinParts({ parts, compression, width, height }: TiffPage): TiffPart[] {
  const isJoined = parts.length > 1 && parts[0]?.width === width && parts[1]?.x === 0;
  if (!isJoined || (compression !== 1 && compression !== 32_773)) return parts;
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.bytes.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part.bytes, at);
    at += part.bytes.length;
  }
  return [{ x: 0, y: 0, width, height, bytes }];
}

function reverseBits(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(bytes, (byte) => {
    let reversed = 0;
    for (let bit = 0; bit < 8; bit++) reversed |= ((byte >> bit) & 1) << (7 - bit);
    return reversed;
  });
}

const withTables = (bytes: Uint8Array<ArrayBuffer>, tables: Uint8Array<ArrayBuffer> | null) =>
  tables ? [tables, bytes.subarray(2)] : [bytes];
