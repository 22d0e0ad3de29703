import { html, type Part } from '../../../shared/html';
import { changedLines, jsonLines, versionRow } from '../article/differences';
import { field } from '../fields';
import type { Form } from '../form';
import type { DeskLocale } from '../visit';
import type { ListedProposal } from './proposals-page';

interface ProposedChange {
  readonly path: string;
  readonly base: unknown;
  readonly proposed: unknown;
  readonly current: unknown;
  readonly isConflict: boolean;
}

/** A proposal with what it changes, beside the article as it is now. */
export interface ComparedProposal extends ListedProposal {
  readonly difference: readonly ProposedChange[];
  readonly article: {
    readonly dictionaryId: string;
    readonly number: number;
    readonly headword: string | null;
    readonly revision: number;
  } | null;
}

/** Whether the editor chooses among the changes: of a new article, or a single change that is in no conflict, there is nothing to choose. */
export function isChosenByPart({ isNew, difference }: ComparedProposal): boolean {
  return !isNew && (difference.length > 1 || difference.some(({ isConflict }) => isConflict));
}

/**
 * The paths of the changes that are ticked in a form, which names them by their places: names of members need not be NFC, as what
 * forms send is. What a proposal changes is the same whatever the article is now.
 */
export function tickedIn(form: Form, { difference }: ComparedProposal): readonly string[] {
  return difference.flatMap(({ path }, at) => (form.text(tickName(at)) === 'true' ? [path] : []));
}

const tickName = (at: number) => `part.${String(at)}`;

/**
 * What is proposed, part by part; where others changed the same part since, all three versions.
 *
 * @param isTicked whether a change is ticked, if the editor chooses
 */
export function changeSections(
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
    // Changes of the article after the review do not concern the proposal.
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
