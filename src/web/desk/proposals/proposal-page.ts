import { Failure } from '../../../shared/failure';
import { html, type Html, type Part } from '../../../shared/html';
import { deskArticle, deskDictionary, PROPOSALS } from '../addresses';
import { isEditing, type NewArticleData } from '../data';
import { moment } from '../desk-locale';
import { inDictionary } from '../dictionary-frame';
import {
  actionForm,
  faultList,
  type Faults,
  faultsOf,
  field,
  hidden,
  hiddenMark,
  NO_FAULTS,
} from '../fields';
import { type DeskPage, Redirect, type Show, type Visit } from '../visit';
import { changedLines, jsonLines, versionRow } from '../article/differences';
import { type ListedProposal, reviewOf } from './proposals-page';
import { proposalAddress } from './proposing';

interface ProposedChange {
  readonly path: string;
  readonly base: unknown;
  readonly proposed: unknown;
  readonly current: unknown;
  readonly isConflict: boolean;
}

interface ShownProposal extends ListedProposal {
  readonly difference: readonly ProposedChange[];
  readonly article: {
    readonly dictionaryId: string;
    readonly number: number;
    readonly headword: string | null;
    readonly revision: number;
  } | null;
}

interface ProposalData {
  readonly proposal: ShownProposal | null;
}

/** A proposal, beside the article as it is now. */
export const showProposal: Show = async (visit) => proposalPage(visit, await readProposal(visit), NO_FAULTS);

async function readProposal({ read, param, locale }: Visit): Promise<ShownProposal> {
  const { proposal } = await read<ProposalData>('proposal', { proposal: param('proposal') });
  if (!proposal) throw new Failure('NOT_FOUND', locale.texts.notFoundHint);
  return proposal;
}

async function proposalPage(visit: Visit, proposal: ShownProposal, faults: Faults): Promise<DeskPage> {
  const { locale, read, person } = visit;
  const { desk } = locale;
  const { dictionaryId, article, headword, note, username, createdAt, state } = proposal;
  const { dictionary } = await read<NewArticleData>('new-article', { dictionary: dictionaryId });
  if (!dictionary) throw new Failure('NOT_FOUND', locale.texts.notFoundHint);
  const isOpen = state === 'OPEN';
  return inDictionary(visit, dictionary, {
    title: `${headword ?? ''} · ${desk.proposal}`,
    tab: 'proposals',
    ...(faults.size > 0 ? { status: 409 } : {}),
    main: html`<h1>
        <span lang="" dir="auto">${headword ?? '–'}</span>
        ${proposal.isNew && html`<span class="tag">${desk.newArticle}</span>`}
      </h1>
      <p class="hint">${desk.proposedBy} ${username ?? desk.someReader} · ${moment(locale, createdAt)}</p>
      ${article && html`<p><a href="${deskArticle(article)}">${desk.articleNow}</a></p>`}
      ${note !== null && html`<blockquote class="text" lang="" dir="auto">${note}</blockquote>`}
      ${reviewOf(proposal, locale)} ${faultList(faults, locale, { comment: desk.reviewComment })}
      <h2>${desk.whatChanges}</h2>
      ${changes(proposal, locale)} ${isOpen && isEditing(dictionary) && reviewForm(visit, proposal, faults)}
      ${isOpen && person.role !== 'APPLICATION' && username === person.name && actionForm(visit, `${proposalAddress(proposal.proposalId)}/withdraw`, { label: desk.withdraw })}`,
  });
}

/** What is proposed, part by part; where others changed the same part since, all three versions. */
function changes({ difference, isNew }: ShownProposal, { desk }: Visit['locale']): Html {
  if (difference.length === 0) return html`<p>${desk.sameContent}</p>`;
  const names: Readonly<Record<string, string>> = desk.parts;
  const lines = (value: unknown) => jsonLines(value, names);
  return html`${difference.map(({ path, base, proposed, current, isConflict }) => {
    const name = names[path.split('.').at(-1) ?? ''] ?? (path === '' ? desk.freeJson : path);
    const versions = html`<dl>
      ${versionRow(desk.whenProposed, lines(base))} ${versionRow(desk.theirs, lines(current))}
      ${versionRow(desk.proposed, lines(proposed))}
    </dl>`;
    return html`<section class="conflict ${isConflict && 'faults'}" aria-label="${name}">
      <h3>${name} ${isConflict && html`<span class="tag">${desk.changedSince}</span>`}</h3>
      ${isConflict ? versions : changedLines(isNew ? [] : lines(base), lines(proposed), desk.otherOrder)}
    </section>`;
  })}`;
}

/** The review is of the revision that the page shows: a later one refuses it. */
function reviewForm(visit: Visit, { proposalId, article, difference }: ShownProposal, faults: Faults): Part {
  const { locale, form } = visit;
  const { desk } = locale;
  const hasConflict = difference.some(({ isConflict }) => isConflict);
  return html`<h2>${desk.review}</h2>
    <form class="stack" method="post" action="${proposalAddress(proposalId)}">
      ${hiddenMark(visit)} ${article && hidden('revision', article.revision)}
      ${hasConflict && field({ name: 'replace', label: desk.replaceConflicts, hint: desk.replaceHint, type: 'check' })}
      ${field({ name: 'comment', label: desk.reviewComment, value: form.text('comment'), type: 'area', more: html`maxlength="1000"` }, faults)}
      <p class="row">
        <button name="do" value="accept">${desk.acceptProposal}</button>
        <button class="plain" name="do" value="reject">${desk.rejectProposal}</button>
      </p>
    </form>`;
}

/** Accepts or rejects a proposal; where the article has changed meanwhile, the page shows the difference anew. */
export const reviewProposal: Show = async (visit) => {
  const { form, param, write } = visit;
  const proposal = await readProposal(visit);
  const isAccepted = form.word('do') === 'accept';
  const [comment, revision] = [form.word('comment'), form.word('revision')];
  const { errors } = await write('review-proposal', {
    proposal: param('proposal'),
    decision: isAccepted ? 'ACCEPT' : 'REJECT',
    replaceConflicts: form.word('replace') === 'true',
    ...(comment === '' ? {} : { comment }),
    ...(revision === '' ? {} : { revisions: [Number(revision)] }),
  });
  if (errors.length > 0)
    return proposalPage(
      visit,
      await readProposal(visit),
      faultsOf(errors, ([, name]) => (name === 'comment' ? name : '')),
    );
  const done = isAccepted ? 'accepted' : 'rejected';
  return new Redirect(`${deskDictionary(proposal.dictionaryId, 'proposals')}?done=${done}`);
};

/** Takes an open proposal of one's own back. */
export const withdrawProposal: Show = async ({ write, param }) => {
  await write('withdraw-proposal', { proposal: param('proposal') });
  return new Redirect(`${PROPOSALS}?done=withdrawn`);
};
