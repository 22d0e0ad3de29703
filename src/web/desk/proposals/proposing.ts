import { suggestionAddress } from '../../reader/addresses';
import { PROPOSALS } from '../addresses';
import { type Faults, faultsOf, field } from '../fields';
import { html, type Html } from '../../../shared/html';
import { Redirect, type DeskContext } from '../desk-context';
import type { ArticleState, PartName } from '../article/article-parts';
import { contentInput, fieldNameOf } from '../article/article-state';

/** The proposed change: the parts that differ from the present article, or those of a new article. */
interface Proposed {
  readonly dictionaryId: string;
  readonly state: ArticleState;
  readonly parts: readonly PartName[];
  /** The present article; absent for a new one. */
  readonly article?: {
    readonly number: number;
    /** The revision with which the writer began. The difference is computed from it. */
    readonly revision: number;
  };
}

interface ProposedData {
  readonly proposal: { readonly proposalId: string } | null;
}

/** Sends a proposal to the editors of the dictionary, and returns its faults. */
export async function propose(
  { write, form, locale, viewer }: DeskContext,
  { dictionaryId, state, parts, article }: Proposed,
): Promise<Redirect | Faults> {
  if (parts.length === 0) return new Map([['', locale.desk.nothingProposed]]);
  const note = form.word('note');
  const { payload, errors } = await write<ProposedData>('propose-article', {
    dictionary: dictionaryId,
    content: contentInput(state, parts),
    ...(article && { article: String(article.number), revision: article.revision }),
    ...(note === '' ? {} : { note }),
  });
  if (!payload.proposal) return faultsOf(errors, fieldNameOf);
  if (viewer.role === 'GUEST')
    return new Redirect(`${suggestionAddress(dictionaryId, article?.number)}?done=suggested`);
  return new Redirect(`${proposalAddress(payload.proposal.proposalId)}?done=proposed`);
}

export function proposalAddress(proposalId: string): string {
  return `${PROPOSALS}/${encodeURIComponent(proposalId)}`;
}

/** Returns the field for the reason of a proposal. */
export function noteField({ form, locale: { desk } }: DeskContext, faults: Faults): Html {
  return field(
    {
      name: 'note',
      label: desk.note,
      value: form.text('note'),
      type: 'area',
      hint: desk.noteHint,
      more: html`maxlength="1000"`,
    },
    faults,
  );
}
