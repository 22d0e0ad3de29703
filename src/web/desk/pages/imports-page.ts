import { Failure } from '../../../shared/failure';
import { html, type Html, type Part } from '../../../shared/html';
import { DESK } from '../../../shared/http';
import { withQuery } from '../../reader/addresses';
import { pager } from '../../reader/pager';
import { deskDictionary } from '../addresses';
import type { DictionaryHead } from '../data';
import { dateTimeText, numberText } from '../desk-locale';
import { inDictionary } from '../dictionary-frame';
import { choice, faultList, type Faults, faultsOf, field, csrfField, NO_FAULTS } from '../fields';
import {
  type DeskResponse,
  type DeskPage,
  Redirect,
  type DeskHandler,
  type DeskContext,
} from '../desk-context';
import { faultOfFile } from '../mutations';

export interface ListedImport {
  readonly importId: string;
  readonly file: string;
  readonly by: string;
  readonly startedAt: string;
  readonly state: string;
  readonly added: number;
  readonly changed: number;
}

type ImportingDictionary = DictionaryHead & {
  readonly imports: {
    readonly pageInfo: { readonly hasNextPage: boolean };
    readonly nodes: readonly ListedImport[];
  };
};

interface ImportsData {
  readonly dictionary: ImportingDictionary | null;
}

interface CreatedImport {
  readonly dictionaryImport: { readonly importId: string } | null;
}

/** Export formats; a package includes the files to which the texts refer. */
const EXPORT_FORMATS = ['xlsx', 'ods', 'csv', 'lift', 'sfm', 'tei', 'dmlex', 'cldf', 'stardict', 'jsonl'];

/** Matches the number of a line. */
const LINE = /^\d{1,9}$/u;

export const IMPORTS = `${DESK}/imports`;

/** Returns the URL of an import. */
export function importAddress(importId: string): string {
  return `${IMPORTS}/${encodeURIComponent(importId)}`;
}

/** The page for importing and exporting files, with earlier imports. */
export const showImports: DeskHandler = (context) => importsPage(context, NO_FAULTS);

async function importsPage(context: DeskContext, faults: Faults): Promise<DeskPage> {
  const { read, param, page, locale } = context;
  const { desk } = locale;
  const { dictionary } = await read<ImportsData>('imports', { dictionary: param('dictionary'), page });
  if (!dictionary) throw new Failure('NOT_FOUND', locale.texts.notFoundHint);
  const { dictionaryId, imports } = dictionary;
  const address = deskDictionary(dictionaryId, 'import');
  return inDictionary(context, dictionary, {
    title: desk.tabs.import,
    tab: 'import',
    ...(faults.size > 0 ? { status: 400 } : {}),
    main: html`<h1>${desk.tabs.import}</h1>
      ${uploadForm(context, address, { faults })}
      <h2>${desk.imports}</h2>
      ${imports.nodes.length === 0 ? html`<p>${desk.noImports}</p>` : importList(context, imports.nodes)}
      ${pager({ page, hasNext: imports.pageInfo.hasNextPage, addressOf: (n) => withQuery(address, { page: n }) }, locale)}
      <h2>${desk.export}</h2>
      <p class="hint">${desk.exportHint}</p>
      <ul class="words">
        ${EXPORT_FORMATS.map((format) => html`<li><a href="/export/dictionaries/${encodeURIComponent(dictionaryId)}.${format}">${format}</a></li>`)}
      </ul>`,
  });
}

function importList({ locale }: DeskContext, imports: readonly ListedImport[]): Html {
  const { desk } = locale;
  const states: Readonly<Record<string, string>> = desk.importStates;
  return html`<ul class="cards">
    ${imports.map(
      (dictionaryImport) =>
        html`<li class="card">
          <p>
            <a href="${importAddress(dictionaryImport.importId)}">${dictionaryImport.file}</a>
            <span class="tag">${states[dictionaryImport.state] ?? dictionaryImport.state}</span>
          </p>
          <p class="hint">
            ${dateTimeText(locale, dictionaryImport.startedAt)} · ${dictionaryImport.by} ·
            ${desk.counts.added}${desk.colon} ${numberText(locale, dictionaryImport.added)} ·
            ${desk.counts.changed}${desk.colon} ${numberText(locale, dictionaryImport.changed)}
          </p>
        </li>`,
    )}
  </ul>`;
}

interface Upload {
  readonly faults: Faults;
  /** Fields before the file field. */
  readonly first?: Part;
}

function uploadForm(context: DeskContext, action: string, { faults, first = '' }: Upload): Html {
  const { locale, form } = context;
  const { desk } = locale;
  return html`${faultList(faults, locale, { file: desk.file, dictionary: desk.identifier, encoding: desk.encoding, headingRow: desk.headingRow, recordMarker: desk.recordMarker })}
    <form
      class="narrow"
      method="post"
      action="${action}"
      enctype="multipart/form-data"
      data-upload="${DESK}/uploads"
      data-sending="${desk.sending}"
    >
      ${csrfField(context)} ${first}
      <div class="field">
        <label for="f-file">${desk.file}</label>
        <input type="file" id="f-file" name="file" required aria-describedby="f-file-hint" />
        <p class="hint" id="f-file-hint">${desk.fileHint}</p>
      </div>
      <details>
        <summary>${desk.moreFields}</summary>
        ${field({ name: 'encoding', label: desk.encoding, value: form.text('encoding'), hint: desk.encodingHint }, faults)}
        ${first === '' && headwordField(context, faults)}
        ${field({ name: 'sheet', label: desk.sheet, value: form.text('sheet'), hint: desk.sheetHint }, faults)}
        ${field({ name: 'headingRow', label: desk.headingRow, value: form.text('headingRow'), hint: desk.headingRowHint, more: html`size="4" inputmode="numeric"` }, faults)}
        ${field({ name: 'recordMarker', label: desk.recordMarker, value: form.text('recordMarker'), hint: desk.recordMarkerHint, more: html`size="6" autocapitalize="off"` }, faults)}
        ${choice({
          name: 'missing',
          label: desk.missing,
          value: form.word('missing') || 'KEEP',
          options: [
            ['KEEP', desk.missingKept],
            ['HIDE', desk.missingHidden],
          ],
        })}
        ${field({ name: 'overwrite', label: desk.overwrite, value: form.text('overwrite'), type: 'check' })}
        ${field({ name: 'skip', label: desk.skipBad, value: form.text('skip'), type: 'check' })}
      </details>
      <button>${desk.readFile}</button>
    </form>`;
}

function headwordField({ locale: { desk }, form }: DeskContext, faults: Faults): Html {
  const input = { name: 'headword', label: desk.headwordLanguage, value: form.text('headword') };
  return field({ ...input, hint: desk.headwordHint, more: html`size="6" autocapitalize="off"` }, faults);
}

/** Uploads a file and starts to read it. Nothing is stored yet. */
export const createImport: DeskHandler = (context) =>
  begin(context, context.param('dictionary'), (faults) => importsPage(context, faults));

/** The same for a new dictionary. */
export const createFirstImport: DeskHandler = (context) =>
  begin(context, context.form.word('dictionary'), (faults) =>
    Promise.resolve(newDictionaryPage(context, faults)),
  );

async function begin(
  context: DeskContext,
  dictionary: string,
  refuse: (faults: Faults) => Promise<DeskPage>,
): Promise<DeskResponse> {
  const { form, receive, write, locale } = context;
  const file = form.file('file');
  const uploadId = form.word('upload');
  if (dictionary === '') return refuse(new Map([['dictionary', locale.desk.faults.required]]));
  if (!file && uploadId === '') return refuse(new Map([['file', locale.desk.faults.file]]));
  const headingRow = form.word('headingRow');
  if (headingRow !== '' && !LINE.test(headingRow))
    return refuse(new Map([['headingRow', locale.desk.faults.whole]]));
  let upload: string;
  try {
    upload = file ? await receive(file) : uploadId;
  } catch (error) {
    return refuse(faultOfFile(error, locale));
  }
  const word = (name: string) => (form.word(name) === '' ? {} : { [name]: form.word(name) });
  const options = {
    ...word('encoding'),
    ...word('headword'),
    ...word('sheet'),
    ...word('recordMarker'),
    ...(headingRow === '' ? {} : { headingRow: Number(headingRow) }),
    missing: form.word('missing') === 'HIDE' ? 'HIDE' : 'KEEP',
    overwrite: form.word('overwrite') === 'true',
    skipBadEntries: form.word('skip') === 'true',
  };
  const { payload, errors } = await write<CreatedImport>('create-import', { dictionary, upload, options });
  if (payload.dictionaryImport) return new Redirect(importAddress(payload.dictionaryImport.importId));
  return refuse(faultsOf(errors, (path) => path.at(-1) ?? ''));
}

export const showNewDictionary: DeskHandler = (context) =>
  Promise.resolve(newDictionaryPage(context, NO_FAULTS));

function newDictionaryPage(context: DeskContext, faults: Faults): DeskPage {
  const { locale, form } = context;
  const { desk } = locale;
  const identifier = field(
    {
      name: 'dictionary',
      label: desk.identifier,
      value: form.text('dictionary'),
      hint: desk.identifierHint,
      isRequired: true,
      more: html`autocapitalize="off"`,
    },
    faults,
  );
  return {
    title: desk.importDictionary,
    section: DESK,
    ...(faults.size > 0 ? { status: 400 } : {}),
    main: html`<h1>${desk.importDictionary}</h1>
      ${uploadForm(context, `${DESK}/import`, { faults, first: [identifier, ' ', headwordField(context, faults)] })}`,
  };
}
