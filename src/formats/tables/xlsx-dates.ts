/** Numbers of formats that every program knows and that are dates or times of day. */
const KNOWN: readonly (readonly [first: number, last: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];

/** Days from the first day of a workbook's calendar to 1970; a workbook of old Macintosh programs counts from 1904. */
const DAYS_1900 = 25_569;
const DAYS_1904 = 24_107;

const DAY = 24 * 60 * 60 * 1000;

/** The last day of the year 9999 in a workbook. */
const LAST_DAY = 2_958_466;

/** Which styles of cells are dates, collected from the elements of a workbook: a date is a number with such a style. */
export class DateStyles {
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

  /** The number of a cell as `2024-03-31`, with the time of day where it has one; other numbers as a workbook shows them. */
  shown(text: string, style: string | undefined): string {
    const number = Number(text);
    if (text === '' || !(number > 0 && number < LAST_DAY) || !this.isDate(style)) return shownNumber(text);
    const [date = '', time = ''] = new Date(Math.round((number - this.days) * DAY))
      .toISOString()
      .split(/[T.]/u);
    if (number < 1) return time;
    return Number.isInteger(number) ? date : `${date} ${time}`;
  }

  private isDate(style: string | undefined): boolean {
    const format = this.styles[Number(style ?? 0)];
    if (format === undefined) return false;
    const code = this.codes.get(format);
    // What stands in quotation marks or brackets, and a sign behind a backslash, are no part of the number.
    if (code !== undefined) return /[ymdhs]/iu.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./gu, ''));
    return KNOWN.some(([first, last]) => Number(format) >= first && Number(format) <= last);
  }
}

/** Workbooks store 3.14 as 3.1400000000000001; they show fifteen digits. */
function shownNumber(text: string): string {
  const number = Number(text);
  return /[.e]/iu.test(text) && Number.isFinite(number) ? String(Number(number.toPrecision(15))) : text;
}
