import type { ArticleContent } from '../../domain/article/article-content';
import { ENTRY_FIELDS, readArticle } from '../../domain/reading/read-article';
import { type Located, type LocatedItems, locateItems, SINGLE, typedJson } from './get-typed';
import {
  comparable,
  type Fields,
  fieldsByNumber,
  listItems,
  POSITIONAL,
  ReadingChanges,
  withoutUnset,
} from './read-items';
import type { Lens, Scopes, TypedItem } from './typed-item';

/** Indexes of the items that are equal in two lists and of those that have changed. The other items were added or removed. */
interface Alignment {
  readonly pairs: readonly (readonly [before: number, after: number])[];
  readonly added: readonly number[];
  readonly removed: readonly number[];
}

/** Fields that make it likely that two different items are versions of one, the most conclusive first. */
const LIKENESS: readonly (readonly string[])[] = [
  ['sense', 'lang', 'type', 'content'],
  ['sense', 'lang', 'type', 'scheme', 'kind'],
  ['sense', 'lang'],
  ['sense'],
];

/** Pairs equal items first, then similar ones, in order. */
function alignItems(before: readonly Fields[], after: readonly Fields[]): Alignment {
  const pairs: (readonly [number, number])[] = [];
  let [left, right] = [[...before.keys()], [...after.keys()]];
  const pairBy = (keyOf: (item: Fields) => string) => {
    // A shortcut: most lists of a new entry have no earlier items, and most other lists have only equal ones.
    if (left.length === 0 || right.length === 0) return;
    const waiting = new Map<string, number[]>();
    for (const index of left) {
      const key = keyOf(before[index] ?? {});
      const same = waiting.get(key);
      if (same) same.push(index);
      else waiting.set(key, [index]);
    }
    right = right.filter((index) => {
      const partner = waiting.get(keyOf(after[index] ?? {}))?.shift();
      if (partner === undefined) return true;
      pairs.push([partner, index]);
      return false;
    });
    left = [...waiting.values()].flat().sort((a, b) => a - b);
  };
  pairBy((item) => JSON.stringify(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))));
  for (const fields of LIKENESS) pairBy((item) => JSON.stringify(fields.map((field) => item[field] ?? null)));
  return { pairs, added: right, removed: left };
}

/**
 * Changes a tree so that it has the typed content. It changes neither data whose reading stays the same nor data without a typed member.
 * Items without a location in the tree go to the extension rows of the lens.
 *
 * @param tree is changed in place
 * @param readAs digests of the items read at the import (`Original.readAs`). Items that only the present reader finds are not edits
 */
export function putTyped<Tree, Scope>(
  lens: Lens<Tree, Scope>,
  tree: Tree,
  content: ArticleContent,
  readAs?: string,
): void {
  new Put(lens, tree, content, readAs).run();
}

class Put<Tree, Scope> {
  private readonly located: LocatedItems;
  private readonly base: ArticleContent;
  private scopes: Scopes<Scope>;
  private readonly reading: ReadingChanges;

  constructor(
    private readonly lens: Lens<Tree, Scope>,
    private readonly tree: Tree,
    private readonly content: ArticleContent,
    readAs: string | undefined,
  ) {
    this.scopes = lens.scopesOf(tree);
    this.located = locateItems(lens, this.scopes);
    this.base = readArticle(typedJson(this.located));
    this.reading = new ReadingChanges(readAs, this.base);
  }

  run(): void {
    this.putEntry();
    for (const member of SINGLE) this.putSingle(member as 'type' | 'radical');
    this.putSenses();
    for (const member of this.lists()) this.putList(member);
    this.removeSenses();
  }

  private lists(): readonly string[] {
    const members = new Set(this.lens.rows.map(({ member }) => member));
    return [...members].filter((member) => member !== 'entry' && member !== 'senses' && !SINGLE.has(member));
  }

  private putEntry(): void {
    for (const field of Object.keys(ENTRY_FIELDS) as (keyof typeof ENTRY_FIELDS)[]) {
      const value = this.content.entry[field];
      const base = this.base.entry[field];
      if ((value ?? undefined) === base) continue;
      if (this.reading.explains('entry', field, base, value ?? undefined)) continue;
      // If there are several locations, the last one is read.
      const place = this.located.get('entry')?.findLast(({ item }) => field in item);
      if (place) place.write(field, value ?? undefined);
      else if (value !== undefined) this.make('entry', { [field]: value }, undefined);
    }
  }

  private putSingle(member: 'type' | 'radical'): void {
    const value = this.content[member] ?? undefined;
    const base = this.base[member];
    if (value === base || this.reading.explains(member, 'content', base, value)) return;
    this.located.get(member)?.[0]?.remove();
    if (value !== undefined) this.make(member, { content: value }, undefined);
  }

  private putSenses(): void {
    const base = fieldsByNumber(this.base.senses);
    const located = this.located.get('senses') ?? [];
    for (const [number, sense] of fieldsByNumber(this.content.senses)) {
      const place = located.find(({ item }) => item['number'] === number);
      if (!place) {
        if (!this.reading.isOld('senses', { number })) this.addSense(number, sense);
        continue;
      }
      for (const [field, value] of Object.entries(sense)) {
        const isSame = field === 'parent' || value === base.get(number)?.[field];
        if (!isSame && !this.reading.isOld(`senses ${number}`, { [field]: value })) place.write(field, value);
      }
    }
  }

  private addSense(number: number, item: Fields): void {
    this.lens.addSense(this.scopes, { ...(withoutUnset(item) as TypedItem), number });
    // Senses are numbered in the order of the tree, so that an added sense may get another number than the given one.
    this.scopes = this.lens.scopesOf(this.tree);
  }

  /** Removes senses that the content lacks, unless an item still belongs to them. */
  private removeSenses(): void {
    const senseNumbers = new Set(fieldsByNumber(this.content.senses).keys());
    for (const member of this.lists())
      for (const { sense } of listItems(this.content, member))
        if (typeof sense === 'number') senseNumbers.add(sense);
    for (const number of [...fieldsByNumber(this.base.senses).keys()].sort((a, b) => b - a))
      if (!senseNumbers.has(number) && !this.reading.isNew('senses', { number }))
        this.lens.removeSense(this.scopes, number);
  }

  private putList(member: string): void {
    const located = this.located.get(member) ?? [];
    const base = listItems(this.base, member);
    if (base.length !== located.length)
      throw new Error(`${member}: ${located.length} items were found and ${base.length} read`);
    const wanted = listItems(this.content, member);
    if (base.length === 0 && wanted.length === 0) return;
    const { pairs, added, removed } = alignItems(base.map(comparable), wanted.map(comparable));
    const { reading } = this;
    const add = (item: Fields = {}) => {
      if (!reading.isOld(member, comparable(item))) this.add(member, item);
    };
    for (const [from, to] of pairs) {
      const [before = {}, after = {}] = [base[from], wanted[to]];
      if (reading.isNew(member, comparable(before))) {
        // An item that the editor has changed is not added again, even if it resembles a new one.
        if (!reading.isNew(member, comparable(after))) add(after);
      } else if (!reading.isOld(member, comparable(after))) {
        this.change(located[from], before, after);
      }
    }
    for (const index of removed)
      if (!reading.isNew(member, comparable(base[index] ?? {}))) located[index]?.remove();
    for (const index of added) add(wanted[index]);
  }

  private change(located: Located | undefined, before: Fields, after: Fields): void {
    const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
    const changed = [...fields].filter(
      (field) => !POSITIONAL.has(field) && (before[field] ?? undefined) !== (after[field] ?? undefined),
    );
    const isWritten = changed.every(
      (field) => field !== 'sense' && located?.write(field, after[field] ?? undefined) === true,
    );
    if (isWritten || !located) return;
    located.remove();
    this.add(located.member, after);
  }

  private add(member: string, item: Fields): void {
    const { sense, ...rest } = comparable(item);
    this.make(member, rest as TypedItem, typeof sense === 'number' ? sense : undefined);
  }

  /**
   * Creates an item in its sense. An item of the whole article is created in the first sense if the format has no other location for it.
   */
  private make(member: string, item: TypedItem, sense: number | undefined): void {
    const whole = sense === undefined ? item : { ...item, sense };
    const ofSense = this.scopes.senses.get(sense ?? 1);
    const rows = this.lens.rows.filter(
      (row) =>
        row.member === member &&
        (row.isOfSense ? row.accepts(item, ofSense) : row.accepts(whole, this.scopes.entry)),
    );
    const row =
      rows.find(({ isOfSense }) => isOfSense === (sense !== undefined)) ??
      rows.find(({ isOfSense }) => isOfSense) ??
      rows[0];
    if (!row) return;
    if (!row.isOfSense) {
      row.make(this.scopes.entry, whole);
      return;
    }
    const number = sense ?? 1;
    if (!this.scopes.senses.has(number)) this.addSense(number, {});
    const scope = this.scopes.senses.get(number) ?? [...this.scopes.senses.values()].at(-1);
    if (scope !== undefined) row.make(scope, item);
  }
}
