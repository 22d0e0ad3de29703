import { Failure } from '../../../shared/failure';
import { html, type Part } from '../../../shared/html';
import { deskArticle, deskDictionary, PROPOSALS } from '../addresses';
import { mayEdit, type NewArticleData } from '../data';
import { dateTimeText } from '../desk-locale';
import { inDictionary } from '../dictionary-frame';
import { actionForm, faultList, type Faults, faultsOf, field, hidden, csrfField, NO_FAULTS } from '../fields';
import {
  type DeskPage,
  Redirect,
  type DeskHandler,
  type DeskContext,
  type DeskLocale,
} from '../desk-context';
import { runAction } from '../mutations';
import { reviewOf, type ListedProposal } from './proposals-page';
import { proposalAddress } from './proposing';
import { changedLines, jsonLines, versionRow } from '../article/differences';
import type { Form } from '../form';

interface ProposalData {
  readonly proposal: ComparedProposal | null;
}

/** The page of a proposal, compared with the present article. */
export const showProposal: DeskHandler = async (context) =>
  proposalPage(context, await readProposal(context), NO_FAULTS);

async function readProposal({ read, param, locale }: DeskContext): Promise<ComparedProposal> {
  const { proposal } = await read<ProposalData>('proposal', { proposal: param('proposal') });
  if (!proposal) throw new Failure('NOT_FOUND', locale.texts.notFoundHint);
  return proposal;
}

async function proposalPage(
  context: DeskContext,
  proposal: ComparedProposal,
  faults: Faults,
): Promise<DeskPage> {
  const { locale, read, viewer } = context;
  const { desk } = locale;
  const { dictionaryId, article, headword, note, username, createdAt, state } = proposal;
  const { dictionary } = await read<NewArticleData>('new-article', { dictionary: dictionaryId });
  if (!dictionary) throw new Failure('NOT_FOUND', locale.texts.notFoundHint);
  const isOpen = state === 'OPEN';
  return inDictionary(context, dictionary, {
    title: `${headword ?? ''} · ${desk.proposal}`,
    tab: 'proposals',
    ...(faults.size > 0 ? { status: 409 } : {}),
    main: html`<h1>
        <span lang="" dir="auto">${headword ?? '–'}</span>
        ${proposal.isNew && html`<span class="tag">${desk.newArticle}</span>`}
      </h1>
      <p class="hint">
        ${desk.proposedBy} ${username ?? desk.someReader} · ${dateTimeText(locale, createdAt)}
      </p>
      ${article && html`<p><a href="${deskArticle(article)}">${desk.articleNow}</a></p>`}
      ${note !== null && html`<blockquote class="text" lang="" dir="auto">${note}</blockquote>`}
      ${reviewOf(proposal, locale)} ${faultList(faults, locale, { comment: desk.reviewComment })}
      <h2>${desk.whatChanges}</h2>
      ${isOpen && mayEdit(dictionary) ? reviewForm(context, proposal, faults) : changeSections(proposal, locale)}
      ${isOpen && viewer.role !== 'APPLICATION' && username === viewer.name && actionForm(context, `${proposalAddress(proposal.proposalId)}/withdraw`, { label: desk.withdraw })}`,
  });
}

/**
 * The form that accepts or rejects changes. The review applies to the revision that the page shows. If there is a later one, it is
 * refused and the page shows the new changes; ticked changes without a conflict stay ticked.
 */
function reviewForm(context: DeskContext, proposal: ComparedProposal, faults: Faults): Part {
  const { locale, form } = context;
  const { desk } = locale;
  const { article } = proposal;
  const isChoosing = isChosenByPart(proposal);
  const ticked = new Set(tickedIn(form, proposal));
  const isSameRevision = form.word('revision') === String(article?.revision);
  const isSent = form.word('choosing') !== '';
  const isTicked = ({ path, isConflict }: ComparedProposal['difference'][number]) =>
    isSent ? ticked.has(path) && (isSameRevision || !isConflict) : !isConflict;
  return html`<form class="stack" method="post" action="${proposalAddress(proposal.proposalId)}">
    ${csrfField(context)} ${article && hidden('revision', article.revision)}
    ${
      isChoosing &&
      html`${hidden('choosing', 'true')}
        <p class="hint">${desk.chooseParts}</p>`
    }
    ${changeSections(proposal, locale, isChoosing ? isTicked : undefined)}
    <h2>${desk.review}</h2>
    ${field({ name: 'comment', label: desk.reviewComment, value: form.text('comment'), type: 'area', more: html`maxlength="1000"` }, faults)}
    <p class="row">
      <button name="do" value="accept">${desk.acceptProposal}</button>
      <button class="plain" name="do" value="reject">${desk.rejectProposal}</button>
    </p>
  </form>`;
}

interface ReviewedData {
  readonly proposal: Pick<ComparedProposal, 'acceptedParts'> | null;
}

/** Accepts or rejects a proposal. If the article has changed since, the page shows the new differences. */
export const reviewProposal: DeskHandler = async (context) => {
  const { form, param, write, locale } = context;
  const proposal = await readProposal(context);
  const isAccepted = form.word('do') === 'accept';
  const isChoosing = isAccepted && form.word('choosing') !== '';
  const parts = tickedIn(form, proposal);
  if (isChoosing && parts.length === 0)
    return proposalPage(context, proposal, new Map([['', locale.desk.nothingChosen]]));
  const [comment, revision] = [form.word('comment'), form.word('revision')];
  const { payload, errors } = await write<ReviewedData>('review-proposal', {
    proposal: param('proposal'),
    decision: isAccepted ? 'ACCEPT' : 'REJECT',
    // The page showed the parts that others have changed since, and the editor has ticked them.
    replaceConflicts: isChoosing,
    ...(isChoosing ? { parts } : {}),
    ...(comment === '' ? {} : { comment }),
    ...(revision === '' ? {} : { revisions: [Number(revision)] }),
  });
  if (errors.length > 0)
    return proposalPage(
      context,
      await readProposal(context),
      faultsOf(errors, ([, name]) => (name === 'comment' ? name : '')),
    );
  const accepted = payload.proposal?.acceptedParts ? 'partlyAccepted' : 'accepted';
  const done = isAccepted ? accepted : 'rejected';
  return new Redirect(`${deskDictionary(proposal.dictionaryId, 'proposals')}?done=${done}`);
};

/** Withdraws an open proposal of the signed-in user. */
export const withdrawProposal: DeskHandler = (context) =>
  runAction(context, {
    document: 'withdraw-proposal',
    variables: { proposal: context.param('proposal') },
    to: `${PROPOSALS}?done=withdrawn`,
    page: async (_, faults) => proposalPage(context, await readProposal(context), faults),
  });

interface ProposedChange {
  readonly path: string;
  readonly base: unknown;
  readonly proposed: unknown;
  readonly current: unknown;
  readonly isConflict: boolean;
}

/** A proposal with its changes, compared with the present article. */
interface ComparedProposal extends ListedProposal {
  readonly difference: readonly ProposedChange[];
  readonly article: {
    readonly dictionaryId: string;
    readonly number: number;
    readonly headword: string | null;
    readonly revision: number;
  } | null;
}

/** Whether the editor chooses among the changes. There is no choice for a new article, or for a single change without a conflict. */
function isChosenByPart({ isNew, difference }: ComparedProposal): boolean {
  return !isNew && (difference.length > 1 || difference.some(({ isConflict }) => isConflict));
}

/**
 * Returns the paths of the ticked changes. The form identifies changes by index, because member names need not be in NFC as form fields
 * are. The changes of a proposal do not depend on the present article.
 */
function tickedIn(form: Form, { difference }: ComparedProposal): readonly string[] {
  return difference.flatMap(({ path }, at) => (form.text(tickName(at)) === 'true' ? [path] : []));
}

const tickName = (at: number) => `part.${String(at)}`;

/**
 * Renders the proposed changes by part. If others have changed the same part since, it shows all three versions.
 *
 * @param isTicked whether a change is ticked; only if the editor chooses
 */
function changeSections(
  { difference, isNew, state, acceptedParts }: ComparedProposal,
  { desk }: DeskLocale,
  isTicked?: (change: ProposedChange) => boolean,
): Part {
  if (difference.length === 0) return html`<p>${desk.sameContent}</p>`;
  const names: Readonly<Record<string, string>> = { ...desk.fields, ...desk.parts };
  const lines = (value: unknown) => jsonLines(value, names);
  return difference.map((change, at) => {
    const { path, base, proposed, current } = change;
    const name = names[path.split('.').at(-1) ?? ''] ?? (path === '' ? desk.freeJson : path);
    // Changes that were made to the article after the review do not matter.
    const isConflict = change.isConflict && state === 'OPEN';
    const isLeftOut = acceptedParts !== null && !acceptedParts.includes(path);
    const versions = html`<dl>
      ${versionRow(desk.whenProposed, lines(base))} ${versionRow(desk.theirs, lines(current))}
      ${versionRow(desk.proposed, lines(proposed))}
    </dl>`;
    return html`<section class="conflict ${isConflict && 'faults'}" aria-label="${name}">
      <h3>
        ${name} ${isConflict && html`<span class="tag">${desk.changedSince}</span>`}
        ${isLeftOut && html`<span class="tag">${desk.leftOut}</span>`}
      </h3>
      ${isConflict ? versions : changedLines(isNew ? [] : lines(base), lines(proposed), desk.otherOrder)}
      ${isTicked && field({ name: tickName(at), label: html`${isConflict ? desk.replacePart : desk.acceptPart}<span class="unseen"> ${name}</span>`, type: 'check', value: String(isTicked(change)) })}
    </section>`;
  });
}
