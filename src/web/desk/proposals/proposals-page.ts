import { Failure } from '../../../shared/failure';
import { html, type Html, type Part } from '../../../shared/html';
import { withQuery } from '../../reader/addresses';
import { pager } from '../../reader/pager';
import { deskDictionary, PROPOSALS } from '../addresses';
import type { DictionaryHead } from '../data';
import { dateTimeText } from '../desk-locale';
import { inDictionary } from '../dictionary-frame';
import { choice } from '../fields';
import type { DeskHandler, DeskContext } from '../desk-context';
import { proposalAddress } from './proposing';

export interface ListedProposal {
  readonly proposalId: string;
  readonly dictionaryId: string;
  readonly number: number | null;
  readonly headword: string | null;
  readonly isNew: boolean;
  readonly note: string | null;
  readonly state: ProposalState;
  readonly createdAt: string;
  readonly username: string | null;
  readonly reviewedBy: string | null;
  readonly reviewComment: string | null;
  /** Null if all parts were accepted. */
  readonly acceptedParts: readonly string[] | null;
}

const STATES = ['OPEN', 'ACCEPTED', 'REJECTED'] as const;

type ProposalState = (typeof STATES)[number];

interface Proposals {
  readonly pageInfo: { readonly hasNextPage: boolean };
  readonly nodes: readonly ListedProposal[];
}

interface ProposalsData {
  readonly dictionary: (DictionaryHead & { readonly proposals: Proposals }) | null;
}

interface OwnProposalsData {
  readonly me: { readonly proposals: Proposals } | null;
}

/** Open proposals are listed oldest first, reviewed ones latest first. */
function criteriaIn({ query, page }: DeskContext) {
  const state = STATES.find((state) => state === query('state')) ?? 'OPEN';
  return { state, page, sort: state === 'OPEN' ? 'ASC' : 'DESC' };
}

/** The page of the proposals for a dictionary. */
export const showProposals: DeskHandler = async (context) => {
  const { read, param, locale } = context;
  const { desk } = locale;
  const criteria = criteriaIn(context);
  const { dictionary } = await read<ProposalsData>('proposals', {
    dictionary: param('dictionary'),
    ...criteria,
  });
  if (!dictionary) throw new Failure('NOT_FOUND', locale.texts.notFoundHint);
  const address = deskDictionary(dictionary.dictionaryId, 'proposals');
  return inDictionary(context, dictionary, {
    title: desk.proposals,
    tab: 'proposals',
    main: html`<h1>${desk.proposals}</h1>
      ${proposalList(context, { address, state: criteria.state, proposals: dictionary.proposals })}`,
  });
};

/** The page of the signed-in user's proposals. */
export const showOwnProposals: DeskHandler = async (context) => {
  const { desk } = context.locale;
  const criteria = criteriaIn(context);
  const { me } = await context.read<OwnProposalsData>('own-proposals', criteria);
  const proposals = me?.proposals ?? { pageInfo: { hasNextPage: false }, nodes: [] };
  return {
    title: desk.ownProposals,
    section: PROPOSALS,
    main: html`<h1>${desk.ownProposals}</h1>
      ${proposalList(context, { address: PROPOSALS, state: criteria.state, proposals })}`,
  };
};

interface Shown {
  readonly address: string;
  readonly state: ProposalState;
  readonly proposals: Proposals;
}

function proposalList(
  { locale, page }: DeskContext,
  { address, state, proposals: { nodes, pageInfo } }: Shown,
): Part {
  const { desk } = locale;
  const options = STATES.map((state) => [state, desk.proposalStates[state]] as const);
  return html`<form class="inline" method="get" action="${address}">
      ${choice({ name: 'state', label: desk.state, value: state, options })}
      <button>${desk.find}</button>
    </form>
    ${nodes.length === 0 && html`<p>${desk.noProposals}</p>`}
    <ul class="cards">
      ${nodes.map((proposal) => proposalCard(proposal, locale))}
    </ul>
    ${pager({ page, hasNext: pageInfo.hasNextPage, addressOf: (n) => withQuery(address, { state, page: n }) }, locale)}`;
}

function proposalCard(proposal: ListedProposal, locale: DeskContext['locale']): Html {
  const { desk } = locale;
  const { proposalId, headword, number, isNew, note, username, createdAt, dictionaryId } = proposal;
  return html`<li class="card">
    <h2>
      <a href="${proposalAddress(proposalId)}" lang="" dir="auto">${headword ?? String(number ?? '–')}</a>
      ${isNew && html`<span class="tag">${desk.newArticle}</span>`}
    </h2>
    <p class="hint">${dictionaryId} · ${username ?? desk.someReader} · ${dateTimeText(locale, createdAt)}</p>
    ${note !== null && html`<p class="text" lang="" dir="auto">${note}</p>`} ${reviewOf(proposal, locale)}
  </li>`;
}

/** Returns the decision of an editor with the reply. */
export function reviewOf(
  { state, reviewedBy, reviewComment }: ListedProposal,
  { desk }: DeskContext['locale'],
): Part {
  if (state === 'OPEN') return '';
  return html`<p>
    <span class="tag">${desk.proposalStates[state]}</span> ${reviewedBy}
    ${reviewComment !== null && html`· <span class="text" lang="" dir="auto">${reviewComment}</span>`}
  </p>`;
}
