import { OrderFileError } from '../order-file-error.js';
import { type LostCell, mostColumns, type TableRow } from '../order-table.js';
import { type CellStyle, readStyles } from './cell-style.js';
import { type CellText, numberText } from './cell-text.js';
import { WorkbookArchive } from './open-archive.js';
import { readXml } from './read-xml.js';

/** The rows of the first visible sheet of a workbook. */
export interface SheetRows {
  readonly sheet: string;
  readonly rows: readonly TableRow[];
  readonly isTooLong: boolean;
  readonly lost: readonly LostCell[];
  readonly numbers: ReadonlySet<string>;
}

const bookPart = 'xl/workbook.xml';
const relationsPart = 'xl/_rels/workbook.xml.rels';
const textsPart = 'xl/sharedStrings.xml';
const stylesPart = 'xl/styles.xml';

/**
 * Reads the first visible sheet of an Excel workbook (ISO/IEC 29500). A text stays a text with its leading zeros. For a
 * formula, the last result that the file stores is used. Rows without values are left out.
 *
 * @param mostRows reading stops after this many rows
 * @throws OrderFileError `broken-workbook`, `large-workbook`
 */
export function readWorkbook(bytes: Uint8Array, mostRows: number): SheetRows {
  const archive = new WorkbookArchive(bytes);
  const parts = archive.parts([bookPart, relationsPart, textsPart, stylesPart]);
  const book = readBook(needed(parts, bookPart));
  const path = readRelations(needed(parts, relationsPart)).get(book.relation);
  if (path === undefined) throw new OrderFileError('broken-workbook', 'the workbook has no sheet that can be read');
  const reader = new SheetReader({
    texts: readTexts(parts.get(textsPart)),
    styles: readStyles(parts.get(stylesPart)),
    isFrom1904: book.isFrom1904,
    mostRows,
  });
  return { sheet: book.sheet, ...reader.read(needed(archive.parts([path]), path)) };
}

function needed(parts: ReadonlyMap<string, string>, name: string): string {
  const xml = parts.get(name);
  if (xml === undefined) throw new OrderFileError('broken-workbook', `the workbook lacks the part ${name}`);
  return xml;
}

function readBook(xml: string) {
  let first: { readonly sheet: string; readonly relation: string } | undefined;
  let isFrom1904 = false;
  readXml(xml, {
    open: (name, attribute) => {
      if (name === 'workbookPr') isFrom1904 = ['1', 'true'].includes(attribute('date1904') ?? '');
      if (name !== 'sheet' || first !== undefined || (attribute('state') ?? 'visible') !== 'visible') return;
      first = { sheet: attribute('name') ?? '', relation: attribute('r:id') ?? '' };
    },
  });
  return { ...(first ?? { sheet: '', relation: '' }), isFrom1904 };
}

/** The part of each relation of the workbook. */
function readRelations(xml: string): ReadonlyMap<string, string> {
  const targets = new Map<string, string>();
  readXml(xml, {
    open: (name, attribute) => {
      const target = attribute('Target') ?? '';
      if (name !== 'Relationship') return;
      targets.set(attribute('Id') ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`);
    },
  });
  return targets;
}

/** Texts that cells name by their index. The reading of Japanese words (`rPh`) is no part of a text. */
function readTexts(xml: string | undefined): readonly string[] {
  const texts: string[] = [];
  const inner = new TextCollector();
  readXml(xml, {
    open: (name) => inner.open(name),
    text: (text) => inner.add(text),
    close: (name) => {
      inner.close(name);
      if (name === 'si') texts.push(inner.take());
    },
  });
  return texts;
}

/** Collects the texts of `t` elements outside of `rPh`. */
class TextCollector {
  #text = '';
  #isInText = false;
  #isInReading = false;

  open(name: string): void {
    if (name === 'rPh') this.#isInReading = true;
    if (name === 't') this.#isInText = true;
  }

  close(name: string): void {
    if (name === 'rPh') this.#isInReading = false;
    if (name === 't') this.#isInText = false;
  }

  add(text: string): void {
    if (this.#isInText && !this.#isInReading) this.#text += text;
  }

  take(): string {
    const text = this.#text;
    this.#text = '';
    // Characters that XML cannot contain, and line ends, are written as _x000D_.
    return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  }
}

interface SheetFacts {
  readonly texts: readonly string[];
  readonly styles: readonly CellStyle[];
  readonly isFrom1904: boolean;
  readonly mostRows: number;
}

class SheetReader {
  readonly #facts: SheetFacts;
  readonly #rows: TableRow[] = [];
  readonly #lost: LostCell[] = [];
  readonly #numbers = new Set<string>();
  readonly #inline = new TextCollector();
  #isTooLong = false;
  #line = 0;
  #cells: string[] = [];
  #cell = -1;
  #type = 'n';
  #style: CellStyle;
  #value = '';
  #isInValue = false;

  constructor(facts: SheetFacts) {
    this.#facts = facts;
  }

  read(xml: string): Omit<SheetRows, 'sheet'> {
    readXml(xml, {
      open: (name, attribute) => this.#open(name, attribute),
      text: (text) => {
        if (this.#isInValue) this.#value += text;
        this.#inline.add(text);
      },
      close: (name) => this.#close(name),
    });
    return { rows: this.#rows, isTooLong: this.#isTooLong, lost: this.#lost, numbers: this.#numbers };
  }

  #open(name: string, attribute: (name: string) => string | undefined): void {
    this.#inline.open(name);
    if (name === 'row') {
      this.#line = Number(attribute('r') ?? this.#line + 1);
      this.#cells = [];
      this.#cell = -1;
    }
    if (name === 'c') {
      const address = attribute('r');
      this.#cell = address === undefined ? this.#cell + 1 : columnOf(address);
      this.#type = attribute('t') ?? 'n';
      this.#style = this.#facts.styles[Number(attribute('s') ?? -1)];
      this.#value = '';
    }
    if (name === 'v') this.#isInValue = true;
  }

  #close(name: string): void {
    this.#inline.close(name);
    if (name === 'v') this.#isInValue = false;
    if (name === 'c') this.#endCell();
    if (name !== 'row' || this.#cells.every((cell) => (cell ?? '') === '')) return;
    if (this.#rows.length >= this.#facts.mostRows) this.#isTooLong = true;
    else this.#rows.push({ line: this.#line, cells: Array.from(this.#cells, (cell) => cell ?? '') });
  }

  #endCell(): void {
    const { text, isNumber, lost } = this.#cellText();
    if (text === '' || this.#cell >= mostColumns || this.#isTooLong) return;
    this.#cells[this.#cell] = text;
    const place = { line: this.#line, cell: this.#cell };
    if (isNumber) this.#numbers.add(`${place.line}:${place.cell}`);
    if (lost !== undefined) this.#lost.push({ kind: lost, ...place });
  }

  #cellText(): CellText {
    const { texts, isFrom1904 } = this.#facts;
    const inline = this.#inline.take();
    switch (this.#type) {
      case 's':
        return { text: texts[Number(this.#value)] ?? '', isNumber: false };
      case 'inlineStr':
        return { text: inline, isNumber: false };
      case 'b':
        return { text: this.#value === '1' ? 'TRUE' : 'FALSE', isNumber: false };
      case 'e':
        return { text: this.#value, isNumber: false, lost: 'cell-error' };
      case 'n':
        return this.#value === '' ? { text: '', isNumber: false } : numberText(this.#value, this.#style, isFrom1904);
      default:
        return { text: this.#value, isNumber: false };
    }
  }
}

/** The index of the column in an address such as `AB12`, from 0. */
function columnOf(address: string): number {
  let column = 0;
  for (const letter of address.toUpperCase()) {
    if (letter < 'A' || letter > 'Z') break;
    column = column * 26 + letter.charCodeAt(0) - 64;
  }
  return column - 1;
}
