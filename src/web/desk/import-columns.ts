import { html, type Part } from '../../shared/html';
import { choice, field, hidden, csrfField } from './fields';
import type { Form } from './form';
import type { DeskContext } from './desk-context';

/** The columns of an imported table with their guessed meanings. */
export interface ImportedTable {
  readonly preview: readonly string[];
  readonly map: string | null;
  readonly report: unknown;
}

interface ColumnMapping {
  readonly to: string;
  readonly lang?: string;
  readonly type?: string;
  readonly split?: string;
  readonly n?: number;
  readonly sense?: number;
  readonly numbered?: boolean;
}

/** A map of columns: see docs/import.md. */
interface ColumnMap {
  readonly columns: Readonly<Record<string, ColumnMapping>>;
  readonly rows?: string;
}

/** The possible meanings of a column: see docs/import.md. */
const MAPPINGS = [
  ...[
    'headword',
    'translations',
    'categories',
    'classes',
    'forms',
    'variants',
    'examples',
    'exampleTranslations',
    'definitions',
    'notes',
  ],
  ...[
    'pronunciations',
    'tone',
    'type',
    'radical',
    'citation',
    'homograph',
    'usages',
    'relations',
    'domains',
    'etymologies',
    'pictures',
    'recordings',
    'id',
  ],
];

/** Shows the guessed meaning of each column, which the user can correct, and a preview of the first articles. */
export function columnsForm(context: DeskContext, job: ImportedTable, action: string): Part {
  const { desk } = context.locale;
  const lines = job.preview.filter((line) => !line.includes('--'));
  if (job.map === null) return lines.length > 0 && html`<pre class="code">${lines.join('\n')}</pre>`;
  const { columns: known, rows } = JSON.parse(job.map) as ColumnMap;
  const names = [...new Set([...previewedColumns(job), ...Object.keys(known)])];
  const meanings: Readonly<Record<string, string>> = desk.meanings;
  const options: readonly (readonly [string, string])[] = [
    ['', desk.keptOnly],
    ...MAPPINGS.map((name) => [name, meanings[name] ?? name] as const),
  ];
  return html`<h2>${desk.columns}</h2>
    <p class="hint">${desk.columnsHint}</p>
    <form method="post" action="${action}" enctype="multipart/form-data">
      ${csrfField(context)}
      ${names.map((name, i) => {
        const meaning = known[name];
        const at = `column.${String(i)}`;
        return html`<fieldset class="item">
          <legend>${name}</legend>
          ${hidden(`${at}.name`, name)} ${hiddenMembers(at, meaning)}
          <div class="row">
            ${choice({ name: `${at}.to`, label: desk.meaning, value: meaning?.to ?? '', options })}
            ${field({ name: `${at}.lang`, label: desk.fields.lang, value: meaning?.lang, more: html`size="6"` })}
            ${field({ name: `${at}.type`, label: desk.fields.type, value: meaning?.type, more: html`size="8"` })}
            ${field({ name: `${at}.split`, label: desk.split, value: meaning?.split, more: html`size="4"` })}
            ${field({ name: `${at}.n`, label: desk.exampleNumber, value: meaning?.n === undefined ? '' : String(meaning.n), more: html`size="4" inputmode="numeric"` })}
          </div>
        </fieldset>`;
      })}
      ${field({ name: 'rows', label: desk.rowsContinue, type: 'check', value: rows === 'continue' ? 'true' : '' })}
      <button>${desk.readAgain}</button>
    </form>
    ${
      lines.length > 0 &&
      html`<h2>${desk.firstArticles}</h2>
        <pre class="code" tabindex="0" aria-label="${desk.firstArticles}">${lines.join('\n')}</pre>`
    }`;
}

/** Members of a mapping that the form keeps as they are, unless the column gets another meaning. */
const HIDDEN = ['sense', 'numbered'] as const;

function hiddenMembers(at: string, meaning: ColumnMapping | undefined): Part {
  return HIDDEN.map((member) => {
    const value = meaning?.[member];
    return value !== undefined && hidden(`${at}.${meaning?.to ?? ''}.${member}`, String(value));
  });
}

/** Returns all columns of a table, including those that are stored without being read. They are in the preview and later in the report. */
function previewedColumns({ preview, report }: ImportedTable): readonly string[] {
  const previewedNames = preview.flatMap((line) => /^ {2}(.*?) -> /.exec(line)?.[1] ?? []);
  const rows = (report as { readonly rows?: readonly { readonly path?: unknown }[] } | null)?.rows ?? [];
  const reported = rows.flatMap(({ path }) => (typeof path === 'string' ? [path] : []));
  return previewedNames.length > 0 ? previewedNames : reported;
}

/** Returns the corrected columns of a form as the JSON text of a map. */
export function mapIn(form: Form): string {
  const chosen = new Map<string, ColumnMapping>();
  for (const [name, value] of form.entries()) {
    const [, at] = /^(column\.\d+)\.name$/.exec(name) ?? [];
    const to = at === undefined ? '' : form.word(`${at}.to`);
    if (at !== undefined && to !== '')
      chosen.set(
        value,
        meaningFrom(to, (member) => form.text(`${at}.${member}`)),
      );
  }
  const id = [...chosen].find(([, { to }]) => to === 'id')?.[0];
  const columns = Object.fromEntries(chosen);
  const rows = form.word('rows') === 'true' ? { rows: 'continue' } : {};
  return JSON.stringify({ ...(id === undefined ? {} : { id }), ...rows, columns });
}

function meaningFrom(to: string, text: (member: string) => string): ColumnMapping {
  const [lang, type, split, n, sense, numbered] = [
    ...['lang', 'type', 'split', 'n'],
    ...HIDDEN.map((member) => `${to}.${member}`),
  ].map(text);
  return {
    to,
    ...(lang === undefined || lang.trim() === '' ? {} : { lang: lang.trim() }),
    ...(type === undefined || type.trim() === '' ? {} : { type: type.trim() }),
    ...(split === undefined || split === '' ? {} : { split }),
    ...(n !== undefined && /^\d{1,4}$/.test(n.trim()) ? { n: Number(n) } : {}),
    ...(sense === undefined || sense === '' ? {} : { sense: Number(sense) }),
    ...(numbered === 'true' ? { numbered: true } : {}),
  };
}
