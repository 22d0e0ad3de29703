import { html, type Html } from '../../../shared/html';
import { withQuery } from '../../reader/addresses';
import { pager } from '../../reader/pager';
import { AUDIT } from '../addresses';
import { dateTimeText } from '../desk-locale';
import { field } from '../fields';
import type { DeskHandler, DeskContext } from '../desk-context';

interface AuditData {
  readonly auditLog: {
    readonly pageInfo: { readonly hasNextPage: boolean };
    readonly nodes: readonly {
      readonly createdAt: string;
      readonly action: string;
      readonly outcome: string;
      readonly role: string;
      readonly name: string | null;
      readonly target: string | null;
    }[];
  };
}

/** The page of the audit log, latest entries first. */
export const showAudit: DeskHandler = async (context) => {
  const { read, query, page, locale } = context;
  const { desk } = locale;
  const criteria = { q: query('q'), action: query('action'), since: query('since') };
  const since = new Date(`${criteria.since}Z`);
  const filter = {
    ...(criteria.q === '' ? {} : { text: criteria.q }),
    ...(criteria.action === '' ? {} : { actionName: criteria.action }),
    ...(Number.isNaN(since.getTime()) ? {} : { since: since.toISOString() }),
  };
  const { auditLog } = await read<AuditData>('audit', { filter, page });
  return {
    title: desk.audit,
    section: AUDIT,
    main: html`<h1>${desk.audit}</h1>
      <form class="inline" role="search" method="get" action="${AUDIT}">
        ${field({ name: 'q', label: desk.auditText, value: criteria.q, type: 'search' })}
        ${field({ name: 'action', label: desk.action, value: criteria.action })}
        ${field({ name: 'since', label: desk.since, value: criteria.since, type: 'datetime-local' })}
        <button>${desk.find}</button>
      </form>
      ${auditLog.nodes.length === 0 ? html`<p>${desk.noEntries}</p>` : auditTable(context, auditLog.nodes)}
      ${pager({ page, hasNext: auditLog.pageInfo.hasNextPage, addressOf: (n) => withQuery(AUDIT, { ...criteria, page: n }) }, locale)}`,
  };
};

function auditTable({ locale }: DeskContext, entries: AuditData['auditLog']['nodes']): Html {
  const { desk } = locale;
  return html`<div class="scroll" role="region" tabindex="0" aria-label="${desk.audit}">
    <table>
      <thead>
        <tr>
          ${[desk.time, desk.action, desk.account, desk.target, desk.outcome].map((name) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${entries.map(
          ({ createdAt, action, name, role, target, outcome }) =>
            html`<tr>
              <td>${dateTimeText(locale, createdAt)}</td>
              <th scope="row">${action}</th>
              <td>${name ?? role}</td>
              <td>${target}</td>
              <td>${outcome !== 'DONE' && html`<span class="tag">${outcome}</span>`}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
