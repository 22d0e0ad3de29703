import 'reflect-metadata';
import { Field, ObjectType } from 'type-graphql';
import type { Failure } from '../../../shared/failure';
import { checkedItems, checkedMembers, invalid } from '../../../shared/faults';
import { lengthOf, nfc } from '../../../shared/text';

@ObjectType({
  description: 'A rule for the plurals of a pair of noun classes.',
  simpleResolvers: true,
})
export class NounClassRule {
  @Field(() => String, { description: 'Pair of singular and plural class, such as "7/8".' })
  pair!: string;

  @Field(() => String, {
    description:
      'Affixes of the singular: `ki-` is a prefix, `-o` a suffix, `ta-t` both. A single hyphen is no affix.',
  })
  singular!: string;

  @Field(() => String, { description: 'Affixes of the plural, in the same notation.' })
  plural!: string;
}

@ObjectType({ description: 'Affixes of an inflected form and those of its headword.', simpleResolvers: true })
export class AffixRule {
  @Field(() => String, { description: 'Affixes of the form: `ni-` is a prefix, `-e` a suffix.' })
  form!: string;

  @Field(() => String, {
    description: 'Affixes of the headword in their place. A single hyphen is no affix.',
  })
  base!: string;
}

@ObjectType({
  description:
    'How the words of a dictionary are inflected. Search uses it to find the headwords of inflected words.',
  simpleResolvers: true,
})
export class Morphology {
  @Field(() => [NounClassRule], { description: 'Rules for plurals.' })
  nounClasses!: readonly NounClassRule[];

  @Field(() => [[String]], {
    description:
      'Prefixes in groups, in the order in which the groups precede a stem. Each group is optional.',
  })
  prefixes!: readonly (readonly string[])[];

  @Field(() => [AffixRule], { description: 'Other affixes, such as suffixes and clitics.' })
  affixes!: readonly AffixRule[];

  @Field(() => [String], { description: 'Prefixes with which the headwords of verbs may begin.' })
  citationPrefixes!: readonly string[];

  @Field(() => [String], {
    description:
      'Words without a meaning of their own, such as articles. Search ignores them beside other words.',
  })
  particles!: readonly string[];
}

/** A morphology as a client sends it. */
export type GivenMorphology = { readonly [K in keyof Morphology]?: Morphology[K] | null | undefined };

/** Maximum numbers of items. A search compares each word with each item. */
const MAX_CLASSES = 64;
const MAX_GROUPS = 8;
const MAX_IN_GROUP = 64;
const MAX_AFFIXES = 128;
const MAX_CITATION = 8;
const MAX_PARTICLES = 200;

/** Longest affix, particle and name of a pair, in code points. */
const MAX_AFFIX_LENGTH = 12;
const MAX_PAIR_LENGTH = 40;

const LETTERS_PATTERN = "[\\p{L}\\p{M}'’ʼ]*";
const PATTERN = new RegExp(`^${LETTERS_PATTERN}-${LETTERS_PATTERN}$`, 'u');
const PREFIX = new RegExp(`^${LETTERS_PATTERN.replace('*', '+')}-$`, 'u');
const PARTICLE_PATTERN = new RegExp(`^${LETTERS_PATTERN.replace('*', '+')}$`, 'u');

/**
 * Validates a morphology and returns it in its stored form: NFC, lower case.
 *
 * @throws Failure INVALID_INPUT with a message that names the member
 */
export function checkedMorphology(input: GivenMorphology): Morphology {
  const words = (pattern: RegExp, member: keyof Morphology) => (list: readonly string[]) =>
    checkedItems(list, (word) => spelled(word, pattern, member));
  const prefixesIn = words(PREFIX, 'prefixes');
  const { nounClasses, prefixes, affixes, citationPrefixes, particles } = input;
  return checkedMembers({
    nounClasses: () => checkedItems(atMost(MAX_CLASSES, nounClasses, 'nounClasses'), classFrom),
    prefixes: () =>
      checkedItems(atMost(MAX_GROUPS, prefixes, 'prefixes'), (group) =>
        prefixesIn(atMost(MAX_IN_GROUP, group, 'prefixes')),
      ),
    affixes: () => checkedItems(atMost(MAX_AFFIXES, affixes, 'affixes'), affixFrom),
    citationPrefixes: () =>
      words(PREFIX, 'citationPrefixes')(atMost(MAX_CITATION, citationPrefixes, 'citationPrefixes')),
    particles: () => words(PARTICLE_PATTERN, 'particles')(atMost(MAX_PARTICLES, particles, 'particles')),
  });
}

function classFrom({ pair: written, ...affixes }: NounClassRule): NounClassRule {
  const rule = checkedMembers({
    pair: () => {
      const pair = nfc(written).trim();
      if (pair === '' || lengthOf(pair) > MAX_PAIR_LENGTH)
        throw invalidRule('nounClasses', `a pair of 1 to ${MAX_PAIR_LENGTH} characters, such as "7/8"`);
      return pair;
    },
    singular: () => spelled(affixes.singular, PATTERN, 'nounClasses'),
    plural: () => spelled(affixes.plural, PATTERN, 'nounClasses'),
  });
  refuseSame(rule.singular, rule.plural, 'nounClasses');
  return rule;
}

function affixFrom({ form, base }: AffixRule): AffixRule {
  const rule = checkedMembers({
    form: () => spelled(form, PATTERN, 'affixes'),
    base: () => spelled(base, PATTERN, 'affixes'),
  });
  refuseSame(rule.form, rule.base, 'affixes');
  return rule;
}

function refuseSame(affixes: string, other: string, member: keyof Morphology): void {
  if (affixes === other) throw invalidRule(member, `different affixes, not twice "${affixes}"`);
}

function spelled(input: string, pattern: RegExp, member: keyof Morphology): string {
  const affix = nfc(nfc(input).toLowerCase()).trim();
  if (lengthOf(affix) > MAX_AFFIX_LENGTH || !pattern.test(affix))
    throw invalidRule(member, rulesOf(pattern, affix));
  return affix;
}

function rulesOf(pattern: RegExp, affix: string): string {
  const shown = `not "${affix.slice(0, 2 * MAX_AFFIX_LENGTH)}"`;
  const most = `of at most ${MAX_AFFIX_LENGTH} characters`;
  if (pattern === PARTICLE_PATTERN) return `words of letters ${most}, ${shown}`;
  return pattern === PREFIX
    ? `prefixes ${most} that end with a hyphen, such as "ki-", ${shown}`
    : `affixes ${most} with one hyphen, such as "ki-" or "-ni", ${shown}`;
}

function atMost<One>(
  maxCount: number,
  input: readonly One[] | null | undefined,
  member: keyof Morphology,
): readonly One[] {
  const items = input ?? [];
  if (items.length > maxCount) throw invalidRule(member, `at most ${maxCount} items in a list`);
  return items;
}

function invalidRule(member: keyof Morphology, rule: string): Failure {
  return invalid([], `${member} of the morphology must have ${rule}`);
}
