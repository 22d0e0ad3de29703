/** Attributes of an element, by names with prefixes. */
export type Attributes = Readonly<Record<string, string>>;

/** Number of repetitions that an attribute states. */
export function repetitionsIn(attributes: Attributes, name: string): number {
  const number = Number(attributes[name] ?? 1);
  return Number.isSafeInteger(number) && number > 0 ? number : 1;
}

/** Maximum number of spaces that one element stands for. */
const MAX_SPACES = 1000;

/** Collects the text of a cell: paragraphs become lines, and white space counts only where elements stand for it. */
export class CellParagraphs {
  private readonly finished: string[] = [];
  private finishedLength = 0;
  private text: string | undefined;
  /** Whether the text is empty or ends with white space of the file, which counts as one space at most. */
  private isBlank = true;

  opens(name: string, attributes: Attributes): void {
    if (name === 'text:p' || name === 'text:h') {
      this.text = '';
      this.isBlank = true;
    } else if (name === 'text:s')
      this.put(' '.repeat(Math.min(MAX_SPACES, repetitionsIn(attributes, 'text:c'))));
    else if (name === 'text:tab') this.put('\t');
    else if (name === 'text:line-break') this.put('\n');
  }

  closes(name: string): void {
    if (this.text === undefined || (name !== 'text:p' && name !== 'text:h')) return;
    this.finished.push(this.text);
    this.finishedLength += this.text.length + 1;
    this.text = undefined;
  }

  add(piece: string): void {
    if (this.text === undefined || piece === '') return;
    const joined = piece.replace(/[ \t\r\n]+/gu, ' ');
    const added = this.isBlank && joined.startsWith(' ') ? joined.slice(1) : joined;
    this.text += added;
    this.isBlank = joined.endsWith(' ');
  }

  get length(): number {
    return this.finishedLength + (this.text?.length ?? 0);
  }

  take(): string {
    this.finishedLength = 0;
    return this.finished.splice(0).join('\n');
  }

  private put(characters: string): void {
    if (this.text === undefined) return;
    this.text += characters;
    this.isBlank = false;
  }
}

/** Returns the value of a cell: texts and numbers as other workbooks have them, whatever the language of the program is. */
export function valueOfCell(attributes: Attributes, shown: string): string {
  const value = attributes['office:value'] ?? '';
  switch (attributes['office:value-type']) {
    case 'float':
    case 'currency':
      return isPadded(shown, value) ? shown : numberText(Number(value), value);
    case 'percentage':
      return `${numberText(Number(value) * 100, value)}%`;
    case 'date':
      return (attributes['office:date-value'] ?? shown)
        .replace(/T00:00:00(?:\.0+)?Z?$/u, '')
        .replace('T', ' ');
    case 'time':
      return timeText(attributes['office:time-value'] ?? '') ?? shown;
    case 'boolean':
      return attributes['office:boolean-value'] === 'true' ? 'TRUE' : 'FALSE';
    case undefined:
    default:
      return shown === '' ? (attributes['office:string-value'] ?? '') : shown;
  }
}

/** Whether a number is shown with leading zeros: 7 as `007`. */
function isPadded(shown: string, value: string): boolean {
  return /^0\d{1,99}$/u.test(shown) && Number(shown) === Number(value);
}

function numberText(number: number, otherwise: string): string {
  return Number.isFinite(number) ? String(Number(number.toPrecision(15))) : otherwise;
}

/** Returns the time of a duration: `10:30:00` for `PT10H30M00S`. */
function timeText(duration: string): string | undefined {
  const [, hours, minutes, seconds] =
    /^PT(\d{1,9})H(\d{1,2})M(\d{1,2})(?:\.\d{1,20})?S$/u.exec(duration) ?? [];
  if (hours === undefined) return undefined;
  return [hours, minutes ?? '', seconds ?? ''].map((part) => part.padStart(2, '0')).join(':');
}
