/** Returns the letters of a column: the 28th, with index 27, is `AB`. */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : `${columnLetters(Math.floor(index / 26) - 1)}${letter}`;
}

/** Returns the index of the column of a cell: 27 for `AB12`. */
export function columnOf(reference: string | undefined): number | undefined {
  const [letters] = /^[A-Z]{1,4}/u.exec(reference ?? '') ?? [];
  if (letters === undefined) return undefined;
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Returns the number of the first row of a range: 2 for `B2:C7`. */
export function rowNumberOf(reference: string | undefined): number | undefined {
  const [, line] = /^[A-Z]{1,4}(\d{1,7})/u.exec(reference ?? '') ?? [];
  return line === undefined ? undefined : Math.max(1, Number(line));
}
