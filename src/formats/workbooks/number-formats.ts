/** Built-in number formats that are dates or times of day. */
const KNOWN_DATES: readonly (readonly [first: number, last: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];

/** Days from the first day of a workbook's calendar to 1970. Workbooks of old Macintosh programs count from 1904. */
const DAYS_1900 = 25_569;
const DAYS_1904 = 24_107;

const DAY = 24 * 60 * 60 * 1000;

/** Number of the last day of the year 9999. */
const LAST_DAY = 2_958_466;

/** Built-in number formats that are percentages. */
const KNOWN_PERCENTAGES: ReadonlySet<string> = new Set(['9', '10']);

/** Collects the number formats of a workbook from its elements. A date is a number with a date format. */
export class NumberFormats {
  private readonly codes = new Map<string, string>();
  private readonly styles: string[] = [];
  private isInCells = false;
  private days = DAYS_1900;

  opens(name: string, attributes: Readonly<Record<string, string>>): void {
    const { numFmtId = '', formatCode = '', date1904 = '' } = attributes;
    if (name === 'numFmt') this.codes.set(numFmtId, formatCode);
    else if (name === 'cellXfs') this.isInCells = true;
    else if (name === 'xf' && this.isInCells) this.styles.push(numFmtId);
    else if (name === 'workbookPr' && /^(?:1|true)$/u.test(date1904)) this.days = DAYS_1904;
  }

  closes(name: string): void {
    if (name === 'cellXfs') this.isInCells = false;
  }

  /**
   * Returns the number of a cell as a workbook shows it, with all its digits: a date as `2024-03-31`, with the time of day if it has one;
   * 0.35 as `35%` and 7 as `007` if the format demands it.
   */
  shown(text: string, style: string | undefined): string {
    const number = Number(text);
    if (text === '' || !Number.isFinite(number)) return text;
    const format = this.styles[Number(style ?? 0)] ?? '';
    // Text in quotation marks or brackets, and a character after a backslash, are not part of the number.
    const code = this.codes.get(format)?.replace(/"[^"]*"|\[[^[\]]*\]|\\./gu, '');
    if (code?.includes('%') ?? KNOWN_PERCENTAGES.has(format)) return `${rounded(number * 100)}%`;
    if (code !== undefined && /^0{2,}$/u.test(code) && /^\d+$/u.test(text))
      return text.padStart(code.length, '0');
    if (!(number > 0 && number < LAST_DAY) || !isDate(format, code)) return shownNumber(text);
    const [date = '', time = ''] = new Date(Math.round((number - this.days) * DAY))
      .toISOString()
      .split(/[T.]/u);
    if (number < 1) return time;
    return Number.isInteger(number) ? date : `${date} ${time}`;
  }
}

function isDate(format: string, code: string | undefined): boolean {
  if (code !== undefined) return /[ymdhs]/iu.test(code);
  return (
    format !== '' && KNOWN_DATES.some(([first, last]) => Number(format) >= first && Number(format) <= last)
  );
}

/** Returns a number with fifteen digits, as programs show it: workbooks store 3.14 as 3.1400000000000001. */
function shownNumber(text: string): string {
  return /[.e]/iu.test(text) ? rounded(Number(text)) : text;
}

function rounded(number: number): string {
  return String(Number(number.toPrecision(15)));
}
