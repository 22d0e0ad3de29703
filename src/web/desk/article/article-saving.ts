import { actionIn, type ArticleState, isList, stateOfPart, type PartName, withPart } from './article-parts';
import { html, type Html } from '../../../shared/html';
import { contentInput, differingParts, normalised, stateOf } from './article-state';
import { partLines, versionRow } from './differences';
import type { EarlierContent, EarlierContentsData, EditedArticle, EditedArticleData } from '../data';
import type { DeskLocale, UserError, DeskContext } from '../desk-context';

/** Writer and others have changed the same parts of an article since the writer opened it. */
export class Conflict {
  constructor(
    /** The present article. */
    readonly current: EditedArticle,
    /** The present article with the changes of the writer. */
    readonly merged: ArticleState,
    readonly about: {
      readonly parts: readonly ConflictPart[];
      /** Names of the users who changed the article since it was loaded. */
      readonly others: readonly string[];
      /** The revision with which the writer began. */
      readonly since: number;
    },
  ) {}
}

/** A part that both have changed. */
interface ConflictPart {
  readonly name: PartName;
  /** `undefined` if the revision with which the writer began is no longer stored. */
  readonly before: ArticleState | undefined;
  readonly theirs: ArticleState;
  readonly mine: ArticleState;
}

/** The submitted state, and the revision on which it is based. */
export interface Submission {
  readonly state: ArticleState;
  /** The revision that the writer has seen. */
  readonly revision: number;
  /** The parts that the form contains; all if absent. */
  readonly only?: readonly PartName[];
}

export interface SaveResult {
  readonly errors: readonly UserError[];
  /** Whether others have changed other parts since. Their changes remain. */
  readonly isMerged: boolean;
}

/** Number of conflicting writes after which the user gets a message. */
const MAX_ATTEMPTS = 3;

/**
 * Stores the parts of an article that a writer has changed. Changes that others have made to other parts since are kept. If they concern
 * the same parts, nothing is stored, and the writer decides.
 */
export async function saveArticle(
  context: DeskContext,
  article: EditedArticle,
  attempt: Submission,
): Promise<SaveResult | Conflict> {
  let current = article;
  let errors: readonly UserError[] = [];
  for (let attempts = MAX_ATTEMPTS; attempts > 0; attempts--) {
    const { conflict, mine, state } = await compareVersions(context, current, attempt);
    if (conflict) return conflict;
    const isMerged = current.revision !== attempt.revision;
    if (mine.length === 0) return { errors: [], isMerged };
    ({ errors } = await context.write('save-article', {
      dictionary: current.dictionaryId,
      article: String(current.number),
      revision: current.revision,
      content: contentInput(state, mine),
    }));
    if (!errors.some(({ code }) => code === 'REVISION_MISMATCH')) return { errors, isMerged };
    current = await readAgain(context, current);
  }
  return { errors, isMerged: false };
}

async function readAgain(
  { read }: DeskContext,
  { dictionaryId, number }: EditedArticle,
): Promise<EditedArticle> {
  const names = { dictionary: dictionaryId, article: String(number), withProposals: false };
  const { article } = await read<EditedArticleData>('article', names);
  if (!article) throw new Error(`Article ${dictionaryId}/${number} is gone`);
  return article;
}

interface Comparison {
  /** The parts that the writer has changed. */
  readonly mine: readonly PartName[];
  readonly state: ArticleState;
  readonly conflict?: Conflict;
}

async function compareVersions(
  context: DeskContext,
  current: EditedArticle,
  { state, revision, only }: Submission,
): Promise<Comparison> {
  const theirs = stateOf(current.content);
  const changed = (own: ArticleState, base: ArticleState): readonly PartName[] =>
    differingParts(own, base).filter((part) => only?.includes(part) ?? true);
  if (current.revision === revision) {
    const own = normalised(state, theirs);
    return { mine: changed(own, theirs), state: own };
  }
  const earlier = await earlierContents(context, current, revision);
  const base = earlier.find((content) => content.revision === revision)?.content;
  const before = base ? stateOf(base) : undefined;
  const own = normalised(state, before ?? theirs);
  const mine = changed(own, before ?? theirs);
  const changedByBoth = (before ? differingParts(theirs, before) : mine).filter(
    (part) => mine.includes(part) && differingParts(own, theirs).includes(part),
  );
  if (changedByBoth.length === 0)
    return { mine: mine.filter((part) => differingParts(own, theirs).includes(part)), state: own };
  const parts = changedByBoth.map((name) => ({ name, before, theirs, mine: own }));
  const merged = mine.reduce((whole, part) => withPart(whole, part, stateOfPart(own, part)), theirs);
  const others = earlier
    .filter((content) => content.revision > revision)
    .flatMap(({ by }) => (by === null ? [] : [by]));
  return {
    mine,
    state: own,
    conflict: new Conflict(current, merged, { parts, others: [...new Set(others)], since: revision }),
  };
}

/** Maximum number of revisions that are read to find the one with which the writer began. Each is a whole article. */
const MAX_EARLIER = 20;

function earlierContents(
  { read }: DeskContext,
  current: EditedArticle,
  revision: number,
): Promise<readonly EarlierContent[]> {
  const revisions = Math.max(1, Math.min(MAX_EARLIER, current.revision - revision));
  const names = { dictionary: current.dictionaryId, article: String(current.number) };
  return read<EarlierContentsData>('earlier-contents', { ...names, revisions }).then(
    ({ articleRevisions }) => articleRevisions.nodes,
  );
}

/** Returns the unresolved part of a conflict. `state` may already include changes that others have made since `revision`. */
export async function conflictSince(
  context: DeskContext,
  article: EditedArticle,
  attempt: Submission,
): Promise<Conflict | undefined> {
  if (!Number.isSafeInteger(attempt.revision) || attempt.revision >= article.revision) return undefined;
  return (await compareVersions(context, article, attempt)).conflict;
}

/** Lists the parts that both have changed, each with a button that takes the stored version. */
export function conflictPanel({ about: { parts, others } }: Conflict, locale: DeskLocale): Html {
  const { desk } = locale;
  const names: Readonly<Record<string, string>> = desk.parts;
  return html`<section class="faults" role="alert" aria-labelledby="conflict">
    <h2 id="conflict">${desk.conflict}</h2>
    <p>${desk.conflictHint} ${others.length > 0 && `${desk.changedBy}${desk.colon} ${others.join(', ')}.`}</p>
    ${parts.map(
      ({ name, before, theirs, mine }) =>
        html`<section class="conflict" aria-label="${names[name] ?? name}">
          <h3>${names[name] ?? name}</h3>
          <dl>
            ${before && versionRow(desk.before, partLines(before, name, locale))}
            ${versionRow(desk.theirs, partLines(theirs, name, locale))}
            ${versionRow(desk.mine, partLines(mine, name, locale))}
          </dl>
          <p>
            <button class="plain" form="editor" name="do" value="theirs.${name}" formnovalidate data-swap>
              ${desk.takeTheirs}<span class="unseen"> ${names[name] ?? name}</span>
            </button>
          </p>
        </section>`,
    )}
  </section>`;
}

/** Applies the action of a button of the panel: `theirs.translations` takes the stored part. */
export function withTheirs(state: ArticleState, theirs: ArticleState, action: string): ArticleState {
  const { part } = actionIn(action);
  return isList(part) || Object.hasOwn(theirs.singles, part)
    ? withPart(state, part as PartName, stateOfPart(theirs, part as PartName))
    : state;
}
