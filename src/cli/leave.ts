/** Ends the process where there is nothing to do: with 0 when that was asked for, with 2 when the command line is wrong. */
export function leave(text: string, code: 0 | 2): never {
  (code === 0 ? console.log : console.error)(text);
  process.exit(code);
}
