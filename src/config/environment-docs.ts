import { VARIABLES, type Variable } from './variables';

const DOCUMENTED_VARIABLES: readonly Variable[] = Object.values(VARIABLES);

const HEADINGS: readonly string[] = ['Variable', 'Allowed', 'Default', 'Meaning'];

/** The Markdown table of all variables: name, allowed values, default, meaning. */
export function environmentTable(): string {
  const rows = DOCUMENTED_VARIABLES.map((variable) => [
    `\`${variable.name}\``,
    variable.allowed,
    defaultOf(variable),
    variable.description,
  ]);
  const widths = HEADINGS.map((_, column) => widest([HEADINGS, ...rows], column));
  const rule = widths.map((width) => '-'.repeat(width));
  return [HEADINGS, rule, ...rows].map((cells) => tableLine(cells, widths)).join('\n');
}

/** The page docs/environment.md. */
export function environmentPage(): string {
  return [
    '# Environment variables',
    '',
    'The server reads these variables once, at start. An empty variable counts as unset. An invalid value stops the',
    'start with a sentence that names the variable. The server warns of variables whose names resemble one of these,',
    'such as `ADMIN_PASWORD`. Names and passwords of an account are set together or not at all.',
    '',
    environmentTable(),
    '',
  ].join('\n');
}

/** The file .env.example: every variable with its default, commented out. */
export function environmentExample(): string {
  const entries = DOCUMENTED_VARIABLES.map((variable) => {
    const meaning =
      variable.whenUnset === undefined
        ? variable.description
        : `${variable.description} Unset: ${variable.whenUnset}.`;
    return `# ${meaning.replaceAll('`', '')}\n# ${variable.name}=${variable.fallback ?? ''}\n`;
  });
  return entries.join('\n');
}

function defaultOf(variable: Variable): string {
  return variable.fallback === undefined ? (variable.whenUnset ?? 'unset') : `\`${variable.fallback}\``;
}

/** Columns are padded because the formatter of the repository pads them. */
function tableLine(cells: readonly string[], widths: readonly number[]): string {
  return `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
}

function widest(rows: readonly (readonly string[])[], column: number): number {
  return Math.max(...rows.map((cells) => cells[column]?.length ?? 0));
}
