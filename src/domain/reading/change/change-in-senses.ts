import { isJsonObject, type JsonObject } from '../../../shared/json';
import type { Sense } from '../../article/sense-content';
import { type Envelope, envelopesOf, membersNamed } from '../article-envelopes';
import type { ItemChange, ItemShape } from '../item-shape';
import { SENSE } from '../item-shapes';
import { readItemsInSenses } from '../lists-in-senses';
import { envelopesOfList, hasEssentialMember, readItems, readWritten, type WrittenItem } from '../read-items';
import { UnmappedFields } from '../unmapped-fields';
import { changedList, inContainer } from './change-list';
import { withMember } from './change-part';
import { isEqual } from './match-items';

/** A source whose senses have been changed, and the items of the list that its senses do not have. */
export interface ChangedSenses<T> {
  readonly source: JsonObject;
  readonly others: readonly ItemChange<T>[] | null | undefined;
}

/**
 * Changes a list in the senses that have it. If the items are not in the order in which the source is read, none of them remains there.
 *
 * @param items undefined leaves the list as it is
 * @returns `others`: undefined if the list is already read as the given items
 */
export function withListInSenses<T extends object>(
  source: JsonObject,
  shape: ItemShape<T>,
  items: readonly ItemChange<T>[] | null | undefined,
): ChangedSenses<T> {
  if (items === undefined) return { source, others: items };
  const envelopes = envelopesOf(source);
  const senses = sensesWith(envelopes, shape);
  const lists = senses.flatMap(({ list }) => list ?? []);
  if (lists.length === 0) return { source, others: items };
  const unmapped = new UnmappedFields();
  const read = [
    ...readItems(envelopesOfList(envelopes, shape), shape, unmapped),
    ...readItemsInSenses(envelopes, shape, unmapped),
  ];
  if (items?.length === read.length && isEqual(items, read)) return { source, others: undefined };
  const { others, bySense } = distributed(
    items ?? [],
    lists.map(({ number }) => number),
  );
  const values = senses.map(({ written, list }) => {
    const { value, textMember } = written;
    const own = list && bySense.get(list.number);
    if (list) bySense.delete(list.number);
    return { value: list ? withListIn(list, own ?? null) : value, textMember };
  });
  const written = envelopesOfList(envelopes, SENSE);
  const changed = inContainer(values, membersNamed(written, SENSE.names), SENSE);
  return { source: withMember(source, SENSE.names, changed, { isAlone: true, envelopes: written }), others };
}

/** A sense of the source, and the list in it. */
interface WrittenSense<T> {
  readonly written: WrittenItem<Sense>;
  /** Absent unless the sense is an object with the list. */
  readonly list?: ListInSense<T>;
}

interface ListInSense<T> {
  readonly number: number;
  readonly envelopes: readonly Envelope[];
  /** The shape of the list in this sense, of which the items do not state it. */
  readonly shape: ItemShape<T>;
}

function sensesWith<T extends object>(
  envelopes: readonly Envelope[],
  shape: ItemShape<T>,
): readonly WrittenSense<T>[] {
  if (shape.names !== SENSE.listNames) return [];
  return readWritten(envelopesOfList(envelopes, SENSE), SENSE, new UnmappedFields()).map((written) => {
    const { value, path = '', readings } = written;
    const inSense = isJsonObject(value) ? [{ object: value, path }] : [];
    const [sense] = membersNamed(inSense, shape.names).length > 0 ? readings : [];
    if (sense === undefined) return { written };
    const { number } = sense;
    return { written, list: { number, envelopes: inSense, shape: shapeIn(shape, number) } };
  });
}

function shapeIn<T extends object>(shape: ItemShape<T>, number: number): ItemShape<T> {
  const members: Partial<Record<string, unknown>> = { ...shape.members };
  delete members['sense'];
  return {
    ...shape,
    members: members as ItemShape<T>['members'],
    complete: (fields) => ({ ...fields, sense: number }),
  };
}

/** The items of each sense, and those of no sense. */
function distributed<T extends object>(items: readonly ItemChange<T>[], numbers: readonly number[]) {
  const ranks = new Map([...numbers.entries()].reverse().map(([index, number]) => [number, index + 1]));
  const senseOf = (item: ItemChange<T>) => Reflect.get(item, 'sense') as number | null | undefined;
  const rankOf = (item: ItemChange<T>) => ranks.get(senseOf(item) ?? -1) ?? 0;
  const isInOrder = items.every((item, i) => rankOf(items[i - 1] ?? {}) <= rankOf(item));
  if (!isInOrder) return { others: items, bySense: new Map<number, readonly ItemChange<T>[]>() };
  const bySense = new Map<number, ItemChange<T>[]>();
  for (const item of items) {
    const number = rankOf(item) === 0 ? undefined : (senseOf(item) ?? undefined);
    if (number === undefined) continue;
    const own = bySense.get(number) ?? [];
    own.push(item);
    bySense.set(number, own);
  }
  return { others: items.filter((item) => rankOf(item) === 0), bySense };
}

function withListIn<T extends object>(
  { envelopes, number, shape }: ListInSense<T>,
  items: readonly ItemChange<T>[] | null,
): JsonObject {
  const object = envelopes[0]?.object ?? {};
  const list = changedList(envelopes, shape, items);
  if (list === undefined) return object;
  const changed = withMember(object, shape.names, list, { isAlone: true, envelopes: [{ object, path: '' }] });
  // A sense without any member would not count, so that later ones would get other numbers.
  return list !== null || hasEssentialMember(changed, SENSE) ? changed : { ...changed, number };
}
