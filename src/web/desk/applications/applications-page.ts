import { Failure } from '../../../shared/failure';
import { html, type Html } from '../../../shared/html';
import { withQuery } from '../../reader/addresses';
import { pager } from '../../reader/pager';
import { APPLICATIONS, deskApplication } from '../addresses';
import { numberText } from '../desk-locale';
import { faultList, type Faults, field, NO_FAULTS } from '../fields';
import { type DeskPage, Redirect, type DeskHandler, type DeskContext } from '../desk-context';
import { createResource, creationForm, resourceLabelsOf } from './resource-forms';
import { APPLICATION_RESOURCE } from './form-resources';

interface ListedApplication {
  readonly publicId: string;
  readonly name: string;
  readonly description: string | null;
  readonly isDisabled: boolean;
  readonly fieldCount: number;
  readonly conversationCount: number;
}

interface ApplicationsData {
  readonly applications: {
    readonly pageInfo: { readonly hasNextPage: boolean };
    readonly nodes: readonly ListedApplication[];
  };
}

interface OwnApplicationData {
  readonly application: { readonly publicId: string } | null;
}

/** Lists all applications for admins. Redirects an application to its own page. */
export const showApplications: DeskHandler = async (context) => {
  const { read, locale, viewer } = context;
  if (viewer.role !== 'APPLICATION') return applicationsPage(context, NO_FAULTS);
  const { application } = await read<OwnApplicationData>('own-application', {});
  if (!application) throw new Failure('NOT_FOUND', locale.texts.notFoundHint);
  return new Redirect(deskApplication(application.publicId));
};

async function applicationsPage(context: DeskContext, faults: Faults): Promise<DeskPage> {
  const { read, query, page, locale } = context;
  const { desk } = locale;
  const text = query('q');
  const search = text === '' ? {} : { search: text };
  const { applications } = await read<ApplicationsData>('applications', { ...search, page });
  return {
    title: desk.applications,
    section: APPLICATIONS,
    main: html`<h1>${desk.applications}</h1>
      ${faultList(faults, locale, resourceLabelsOf([APPLICATION_RESOURCE], locale))}
      <form class="inline" role="search" method="get" action="${APPLICATIONS}">
        ${field({ name: 'q', label: desk.findApplication, value: text, type: 'search' })}
        <button>${desk.find}</button>
      </form>
      ${applications.nodes.length === 0 && html`<p>${desk.noApplications}</p>`}
      <ul class="cards">
        ${applications.nodes.map((application) => applicationCard(application, context))}
      </ul>
      ${pager({ page, hasNext: applications.pageInfo.hasNextPage, addressOf: (n) => withQuery(APPLICATIONS, { q: text, page: n }) }, locale)}
      ${creationForm(context, APPLICATION_RESOURCE, APPLICATIONS, faults)}`,
  };
}

/** Registers an application. */
export const createApplication: DeskHandler = (context) =>
  createResource(context, APPLICATION_RESOURCE, {
    addressOf: (key) => deskApplication(String(key)),
    page: (faults) => applicationsPage(context, faults),
  });

function applicationCard(application: ListedApplication, { locale }: DeskContext): Html {
  const { desk } = locale;
  const { publicId, name, description, isDisabled, fieldCount, conversationCount } = application;
  return html`<li class="card">
    <h2>
      <a href="${deskApplication(publicId)}">${name}</a>
      ${isDisabled && html`<span class="tag">${desk.isDisabled}</span>`}
    </h2>
    ${description !== null && html`<p lang="" dir="auto">${description}</p>`}
    <p class="hint">
      ${desk.botFields}${desk.colon} ${numberText(locale, fieldCount)} · ${desk.conversations}${desk.colon}
      ${numberText(locale, conversationCount)}
    </p>
  </li>`;
}
