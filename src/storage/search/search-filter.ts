import { trusted, type QueryFilter } from 'mongoose';
import { facetList } from '../../domain/article/article-lists';
import { isOfTranslations, type Lookup, type SearchStep } from '../../domain/search/tiers';
import type { ArticleDocument } from '../articles/article-document';
import type { TierQuery, SearchScope } from '../../domain/search/article-search';

type Filter = QueryFilter<ArticleDocument>;

/** Returns the filter of a tier. The index evaluates dictionary, first lookup and bounds; the other conditions apply to the articles it finds. */
export function searchFilter(query: TierQuery): Filter {
  const [first] = query.step.lookups;
  if (first === undefined) throw new Error(`the tier ${query.step.tier} looks up nothing`);
  const conditions = furtherConditions(query);
  if (conditions.length === 0) return indexFilter(query, first);
  // The conditions are written twice, as an alternative, for which the embedded database uses no index but that of the first lookup.
  const all = { $and: [...conditions] };
  return { ...indexFilter(query, first), $or: [all, all] };
}

/** Returns the part of the filter that an index evaluates: one lookup, with the dictionary and the bounds of `place`. */
export function indexFilter({ scope, after, until }: TierQuery, lookup: Lookup): Filter {
  const bounds = {
    ...(after === undefined ? {} : { $gt: after }),
    ...(until === undefined ? {} : { $lte: until }),
  };
  return {
    ...(isRange(lookup) ? {} : withinScope(scope)),
    ...conditionOf(lookup),
    ...(Object.keys(bounds).length === 0 ? {} : { 'keys.place': trusted(bounds) }),
  };
}

/** Returns the conditions on the articles that the index finds. */
export function furtherConditions({ scope, step, excluded }: TierQuery): readonly Filter[] {
  const [first] = step.lookups;
  return [
    // After a range of keys, an index does not evaluate further fields.
    ...(first !== undefined && isRange(first) ? [withinScope(scope)] : []),
    ...step.lookups.slice(1).map(conditionOf),
    ...(step.headword === undefined ? [] : [{ headword: step.headword }]),
    ...excluded.map(missedBy),
    ...narrowed(scope, step),
  ];
}

function isRange(lookup: Lookup): boolean {
  return 'startsWith' in lookup;
}

function withinScope({ dictionaryId, visibility }: SearchScope): Filter {
  return {
    ...(dictionaryId === undefined ? {} : { dictionaryId }),
    isDisabled: oneOf(visibility.map((side) => side === 'hidden')),
  };
}

/** The condition that a value is one of several. A single value is compared by equality, so that an index returns its articles in order. */
function oneOf<Value>(values: readonly Value[]) {
  const [only, ...more] = values;
  return only !== undefined && more.length === 0 ? only : trusted({ $in: [...values] });
}

function conditionOf(lookup: Lookup): Filter {
  const path = `keys.${lookup.in}`;
  return { [path]: 'startsWith' in lookup ? beginning(lookup.startsWith) : oneOf(lookup.anyOf) };
}

/** The filter for the articles that a step does not find. */
function missedBy({ lookups, headword }: SearchStep): Filter {
  const negations: Filter[] = [
    ...lookups.map(negationOf),
    ...(headword === undefined ? [] : [{ headword: trusted({ $ne: headword }) }]),
  ];
  const [only, ...more] = negations;
  return only !== undefined && more.length === 0 ? only : { $or: negations };
}

function negationOf(lookup: Lookup): Filter {
  const path = `keys.${lookup.in}`;
  if ('startsWith' in lookup) return { [path]: trusted({ $not: beginning(lookup.startsWith) }) };
  return { [path]: trusted({ $nin: lookup.anyOf }) };
}

/** Matches keys with a prefix. Folded text has only letters and digits, but is escaped nevertheless. */
function beginning(text: string): RegExp {
  return new RegExp(`^${text.replace(/[^\p{L}\p{N}]/gu, '\\$&')}`);
}

function narrowed({ category, grammaticalClass, language }: SearchScope, step: SearchStep): Filter[] {
  return [
    ...(category === undefined ? [] : [{ lists: facetList('category', category) }]),
    ...(grammaticalClass === undefined ? [] : [{ lists: facetList('class', grammaticalClass) }]),
    ...(language === undefined ? [] : inLanguage(language, step)),
  ];
}

function inLanguage(language: string, { tier, lookups }: SearchStep): Filter[] {
  const translated = { 'content.translations.lang': language };
  if (!isOfTranslations(tier)) return [translated];
  const ofOneLanguage = { 'keys.byLanguage': trusted({ $exists: false }) };
  const inThisLanguage = lookups.map((lookup) => ({
    'keys.byLanguage': oneOf(('anyOf' in lookup ? lookup.anyOf : []).map((key) => `${language} ${key}`)),
  }));
  return [translated, { $or: [ofOneLanguage, { $and: inThisLanguage }] }];
}
