/**
 * What spreadsheet programs write for a formula that failed, such as `#N/A`, `#REF!` or `#NAME?`. They write it into CSV too, in the
 * language of their menus: `#NV`, `#N/D`, `#BEZUG!`, `#NOM?`, `#¡REF!`.
 */
const ERROR = /^(?:#[¡¿]?[\p{Lu}\d_/]+[!?]|#N\/[AD]|#NV|#GETTING_DATA|Err:\d{3})$/u;

/** Whether a cell has such an error and not a text. */
export function isErrorCell(cell: string): boolean {
  return (cell.startsWith('#') || cell.startsWith('E')) && ERROR.test(cell);
}
