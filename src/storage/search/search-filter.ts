import { trusted, type QueryFilter } from 'mongoose';
import { facetList } from '../../domain/article/article-lists';
import { isOfTranslations, type Lookup, type TierQuery } from '../../domain/search/tiers';
import type { ArticleDocument } from '../articles/article-document';
import type { SearchQuestion, SearchScope } from '../../domain/search/article-search';

type Filter = QueryFilter<ArticleDocument>;

/** The filter of a tier. Everything but the dictionary, the first lookup and the place is asked of what the index found. */
export function searchFilter(question: SearchQuestion): Filter {
  const [first] = question.step.lookups;
  if (first === undefined) throw new Error(`the tier ${question.step.tier} looks up nothing`);
  const besides = besidesOf(question);
  if (besides.length === 0) return indexFilter(question, first);
  // Twice, so that the embedded database looks up nothing but the first lookup: of an alternative, it uses no index.
  const asked = { $and: [...besides] };
  return { ...indexFilter(question, first), $or: [asked, asked] };
}

/** The part of it that an index answers alone, along one of the lookups. */
export function indexFilter({ scope, after, until }: SearchQuestion, lookup: Lookup): Filter {
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

/** What is asked of each article that the index gives. */
export function besidesOf({ scope, step, better }: SearchQuestion): readonly Filter[] {
  const [first] = step.lookups;
  return [
    // Behind a range of keys, the index bounds nothing.
    ...(first !== undefined && isRange(first) ? [withinScope(scope)] : []),
    ...step.lookups.slice(1).map(conditionOf),
    ...(step.headword === undefined ? [] : [{ headword: step.headword }]),
    ...better.map(missedBy),
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

/** A single value is asked for as itself, so that an index gives its articles in order. */
function oneOf<Value>(values: readonly Value[]) {
  const [only, ...more] = values;
  return only !== undefined && more.length === 0 ? only : trusted({ $in: [...values] });
}

function conditionOf(lookup: Lookup): Filter {
  const path = `keys.${lookup.in}`;
  return { [path]: 'startsWith' in lookup ? beginning(lookup.startsWith) : oneOf(lookup.anyOf) };
}

/** What a step does not find. */
function missedBy({ lookups, headword }: TierQuery): Filter {
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

/** Folded text holds letters and digits alone; it is escaped all the same. */
function beginning(text: string): RegExp {
  return new RegExp(`^${text.replace(/[^\p{L}\p{N}]/gu, '\\$&')}`);
}

function narrowed({ category, grammaticalClass, language }: SearchScope, step: TierQuery): Filter[] {
  return [
    ...(category === undefined ? [] : [{ lists: facetList('category', category) }]),
    ...(grammaticalClass === undefined ? [] : [{ lists: facetList('class', grammaticalClass) }]),
    ...(language === undefined ? [] : inLanguage(language, step)),
  ];
}

function inLanguage(language: string, { tier, lookups }: TierQuery): Filter[] {
  const translated = { 'content.translations.lang': language };
  if (!isOfTranslations(tier)) return [translated];
  const ofOneLanguage = { 'keys.byLanguage': trusted({ $exists: false }) };
  const spoken = lookups.map((lookup) => ({
    'keys.byLanguage': oneOf(('anyOf' in lookup ? lookup.anyOf : []).map((key) => `${language} ${key}`)),
  }));
  return [translated, { $or: [ofOneLanguage, { $and: spoken }] }];
}
