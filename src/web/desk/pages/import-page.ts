import { Failure } from '../../../shared/failure';
import { html, type Html, type Part } from '../../../shared/html';
import { DESK } from '../../../shared/http';
import { fillText } from '../../locale-texts';
import { deskDictionary } from '../addresses';
import { dateTimeText, numberText, withCase } from '../desk-locale';
import { actionForm, faultList, type Faults, faultsOf, hidden, csrfField, NO_FAULTS } from '../fields';
import { columnsForm, type ImportedTable, mapIn } from '../import-columns';
import { type DeskPage, Redirect, type DeskHandler, type DeskContext } from '../desk-context';
import { runAction } from '../mutations';
import { importAddress, type ListedImport } from './imports-page';

const COUNTS = ['entries', 'added', 'changed', 'unchanged', 'edited', 'missing', 'refused'] as const;

interface ImportJob extends ListedImport, ImportedTable, Readonly<Record<(typeof COUNTS)[number], number>> {
  readonly dictionaryId: string;
  readonly format: string | null;
  readonly problem: string | null;
  readonly isNewDictionary: boolean;
  /** Null until the first articles of a new dictionary are stored. */
  readonly dictionary: { readonly language: string | null } | null;
}

interface ImportData {
  readonly dictionaryImport: ImportJob | null;
}

/** States that change without a decision of the user. */
const RUNNING_STATES: ReadonlySet<string> = new Set(['CHECKING', 'STORING', 'UNDOING']);

/** The page of an import: the interpretation of the file, the expected changes, and the possible actions. */
export const showImport: DeskHandler = async (context) =>
  importPage(context, await readJob(context), NO_FAULTS);

async function readJob({ read, param, locale }: DeskContext): Promise<ImportJob> {
  const { dictionaryImport } = await read<ImportData>('import', { import: param('import') });
  if (dictionaryImport === null) throw new Failure('NOT_FOUND', locale.texts.notFoundHint);
  return dictionaryImport;
}

function importPage(context: DeskContext, job: ImportJob, faults: Faults): DeskPage {
  const { locale } = context;
  const { desk } = locale;
  const states: Readonly<Record<string, string>> = desk.importStates;
  const isPassing = RUNNING_STATES.has(job.state);
  return {
    title: `${job.file} · ${desk.tabs.import}`,
    section: DESK,
    ...(faults.size > 0 ? { status: 400 } : {}),
    main: html`<p>
        <a
          href="${deskDictionary(job.dictionaryId, ...(job.isNewDictionary && job.state !== 'DONE' ? [] : ['import']))}"
          >${job.dictionaryId}</a
        >
      </p>
      <h1>
        ${job.file}
        <span class="tag" role="status" ${isPassing && html`data-refresh`}
          >${states[job.state] ?? job.state}</span
        >
      </h1>
      <p class="hint">
        ${dateTimeText(locale, job.startedAt)} · ${job.by}${job.format !== null && ` · ${job.format}`}
      </p>
      ${faultList(faults, locale)}
      ${job.problem !== null && html`<p class="faults" role="alert" lang="en">${job.problem}</p>`}
      ${isPassing && html`<p><a class="button plain" href="${importAddress(job.importId)}">${desk.lookAgain}</a></p>`}
      ${job.state === 'WAITING' && html`<p>${desk.nothingStored}</p>`} ${counts(context, job)}
      ${job.isNewDictionary && job.dictionary?.language === null && html`<p class="notice">${desk.languageUnknown} <a href="${deskDictionary(job.dictionaryId, 'profile')}">${desk.tabs.profile}</a></p>`}
      ${buttons(context, job)}
      ${job.state === 'WAITING' && columnsForm(context, job, `${importAddress(job.importId)}/columns`)}
      ${report(context, job)}`,
  };
}

function counts({ locale }: DeskContext, job: ImportJob): Html {
  const names = locale.desk.counts;
  return html`<dl class="facts">
    ${COUNTS.map(
      (name) =>
        html`<div>
          <dt>${names[name]}</dt>
          <dd>${numberText(locale, job[name])}</dd>
        </div>`,
    )}
  </dl>`;
}

function buttons(context: DeskContext, { importId, state }: ImportJob): Part {
  const { desk } = context.locale;
  const address = importAddress(importId);
  const stepForm = (step: string, label: string, more: Part = 'class="plain"'): Html =>
    html`<form class="action" method="post" action="${address}/${step}">
      ${csrfField(context)}<button ${more}>${label}</button>
    </form>`;
  if (state === 'WAITING')
    return [
      stepForm('accept', desk.accept, ''),
      ' ',
      actionForm(context, `${address}/cancel`, { label: desk.cancel }),
    ];
  if (RUNNING_STATES.has(state)) return actionForm(context, `${address}/cancel`, { label: desk.cancel });
  if (!['DONE', 'CANCELLED', 'FAILED'].includes(state)) return '';
  return html`${actionForm(context, `${address}/undo`, { label: desk.undo })}
    ${actionForm(context, `${address}/undo`, { label: desk.undoOthers, fields: hidden('keepEdited', 'true') })}
    <p class="hint">${desk.undoHint}</p>`;
}

/** The report of an import: see `docs/import.md`. */
interface LossReport {
  readonly rows: readonly Readonly<Record<string, string | number | null>>[];
  readonly problems: readonly {
    readonly code: string;
    readonly line: number;
    readonly column: number;
    readonly message: string;
  }[];
}

/** Maximum number of rows and problems on the page. The API returns the whole report. */
const MAX_SHOWN = 200;

/** Shows the loss report of the file. */
function report({ locale: { desk } }: DeskContext, job: ImportJob): Part {
  if (job.report === null) return '';
  const { rows, problems } = JSON.parse(JSON.stringify(job.report)) as LossReport;
  const columns = Object.entries(desk.reportColumns);
  const reasons: Readonly<Record<string, string>> = desk.lossReasons;
  const cell = (column: string, value: string | number | null = ''): Part =>
    column === 'reason' ? (reasons[value ?? ''] ?? value) : value;
  return html`${
      problems.length > 0 &&
      html`<h2>${desk.problems}</h2>
        <ul class="faults">
          ${problems.slice(0, MAX_SHOWN).map(({ line, column, ...problem }) => html`<li>${fillText(desk.place, { line, column })}: ${withCase(desk.problemKinds, problem)}</li>`)}
        </ul>`
    }
    <details class="below">
      <summary>${desk.report}</summary>
      <table>
        <thead>
          <tr>
            ${columns.map(([, name]) => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.slice(0, MAX_SHOWN).map(
            (row) =>
              html`<tr>
                ${columns.map(([column]) => html`<td>${cell(column, row[column])}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </details>`;
}

/** Returns a handler for an action on an import. @param variables further variables of the document */
function doing(document: string, variables: Readonly<Record<string, unknown>> = {}): DeskHandler {
  return (context) => {
    const job = context.param('import');
    return runAction(context, {
      document,
      variables: { import: job, ...variables },
      to: importAddress(job),
      page: async (_, faults) => importPage(context, await readJob(context), faults),
    });
  };
}

export const acceptImport = doing('accept-import');
export const cancelImport = doing('cancel-import');

interface UndoPayload {
  readonly importUndo: { readonly conflicts: number; readonly conflicting: readonly string[] } | null;
}

/** Undoes an import. If its articles have been edited since, the user decides whether the other articles are restored. */
export const undoImport: DeskHandler = async (context) => {
  const { write, param, form, locale } = context;
  const job = await readJob(context);
  const keepEdited = form.word('keepEdited') === 'true';
  const { payload, errors } = await write<UndoPayload>('undo-import', {
    import: param('import'),
    keepEdited,
  });
  if (errors.length > 0)
    return importPage(
      context,
      job,
      faultsOf(errors, () => ''),
    );
  const { conflicts = 0, conflicting = [] } = payload.importUndo ?? {};
  if (conflicts > 0 && !keepEdited) {
    const articles = conflicting.slice(0, MAX_SHOWN).join(', ');
    return importPage(
      context,
      job,
      new Map([['', fillText(locale.desk.undoConflicts, { n: conflicts, articles }).text]]),
    );
  }
  // A dictionary that the import created is removed with it, and so is the record of the import.
  return new Redirect(job.isNewDictionary ? `${DESK}?done=undone` : importAddress(job.importId));
};

/** Reads the file again with corrected columns. */
export const changeColumns: DeskHandler = async (context) => {
  const { form } = context;
  return doing('accept-import', { options: { map: mapIn(form) } })(context);
};
