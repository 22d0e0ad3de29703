import type {
  Definition,
  Etymology,
  MediaReference,
  Note,
  Pronunciation,
  SemanticDomain,
  Sense,
  UsageLabel,
  WordRelation,
} from '../../article/sense-content';
import type { Member } from '../read-members';
import { languageTagOf, textOf, wholeNumberOf } from '../values';
import type { ItemShape } from './item-shape';

/** A field that may be written under one of these names. */
export function text(...names: string[]): Member<string> {
  return { names, expects: 'a text', read: textOf };
}

/** A field that holds a whole number. */
export function wholeNumber(name: string): Member<number> {
  return { names: [name], expects: 'a whole number from 0 to 2147483647', read: wholeNumberOf };
}

export const LANG: Member<string> = {
  names: ['lang'],
  expects: 'a language tag (BCP 47), such as sw',
  read: languageTagOf,
};
export const SENSE_NUMBER = wholeNumber('sense');

const asWritten = <T>(fields: Partial<T>) => fields;

const SENSE: ItemShape<Sense> = {
  at: ['senses'],
  names: ['senses'],
  wrapper: 'sense',
  bare: 'indicator',
  members: {
    number: wholeNumber('number'),
    id: text('id'),
    parent: wholeNumber('parent'),
    indicator: text('indicator'),
  },
  labels: [],
  finish: (fields, position) => ({ ...fields, number: fields.number ?? position }),
};

const DEFINITION: ItemShape<Definition> = {
  at: ['definitions'],
  names: ['definitions'],
  wrapper: 'definition',
  bare: 'content',
  members: { sense: SENSE_NUMBER, lang: LANG, type: text('type'), content: text('content') },
  labels: ['sense', 'lang', 'type'],
  finish: asWritten,
};

const NOTE: ItemShape<Note> = { ...DEFINITION, at: ['notes'], names: ['notes'], wrapper: 'note' };

const USAGE: ItemShape<UsageLabel> = { ...DEFINITION, at: ['usages'], names: ['usages'], wrapper: 'usage' };

const PRONUNCIATION: ItemShape<Pronunciation> = {
  at: ['pronunciations'],
  names: ['pronunciations'],
  wrapper: 'pronunciation',
  bare: 'content',
  members: {
    sense: SENSE_NUMBER,
    lang: LANG,
    notation: text('notation'),
    content: text('content'),
    tone: text('tone'),
    href: text('href'),
  },
  labels: ['sense', 'lang', 'notation'],
  finish: asWritten,
};

const RELATION: ItemShape<WordRelation> = {
  at: ['relations'],
  names: ['relations'],
  wrapper: 'relation',
  bare: 'target',
  members: {
    sense: SENSE_NUMBER,
    type: text('type'),
    target: text('target'),
    ref: text('ref'),
    gloss: text('gloss'),
  },
  labels: ['sense', 'type', 'gloss'],
  finish: asWritten,
};

const DOMAIN: ItemShape<SemanticDomain> = {
  at: ['domains'],
  names: ['domains'],
  wrapper: 'domain',
  bare: 'content',
  members: { sense: SENSE_NUMBER, scheme: text('scheme'), content: text('content') },
  labels: ['sense', 'scheme'],
  finish: asWritten,
};

const ETYMOLOGY: ItemShape<Etymology> = {
  at: ['etymologies'],
  names: ['etymologies'],
  wrapper: 'etymology',
  bare: 'content',
  members: {
    sense: SENSE_NUMBER,
    type: text('type'),
    language: text('language'),
    form: text('form'),
    gloss: text('gloss'),
    content: text('content'),
  },
  labels: ['sense'],
  finish: asWritten,
};

const MEDIA: ItemShape<MediaReference> = {
  at: ['media'],
  names: ['media'],
  wrapper: 'file',
  bare: 'href',
  members: { sense: SENSE_NUMBER, kind: text('kind'), href: text('href'), label: text('label') },
  labels: ['sense', 'kind', 'label'],
  finish: asWritten,
};

/** The lists that an article may lack: absent where nothing is written. */
export const OPTIONAL_LISTS = {
  senses: SENSE,
  definitions: DEFINITION,
  notes: NOTE,
  usages: USAGE,
  pronunciations: PRONUNCIATION,
  relations: RELATION,
  domains: DOMAIN,
  etymologies: ETYMOLOGY,
  media: MEDIA,
} as const;
