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
import { type ItemShape, LANG, numbered, SENSE_NUMBER, text, wholeNumber } from './item-shape';

const SENSE: ItemShape<Sense> = {
  extraPath: ['senses'],
  names: ['senses'],
  itemsMember: 'sense',
  textMember: 'indicator',
  members: {
    number: wholeNumber('number'),
    id: text('id'),
    parent: wholeNumber('parent'),
    indicator: text('indicator'),
  },
  qualifiers: [],
  complete: numbered,
};

const DEFINITION: ItemShape<Definition> = {
  extraPath: ['definitions'],
  names: ['definitions'],
  itemsMember: 'definition',
  textMember: 'content',
  members: { sense: SENSE_NUMBER, lang: LANG, type: text('type'), content: text('content') },
  qualifiers: ['sense', 'lang', 'type'],
};

const NOTE: ItemShape<Note> = { ...DEFINITION, extraPath: ['notes'], names: ['notes'], itemsMember: 'note' };

const USAGE: ItemShape<UsageLabel> = {
  ...DEFINITION,
  extraPath: ['usages'],
  names: ['usages'],
  itemsMember: 'usage',
};

const PRONUNCIATION: ItemShape<Pronunciation> = {
  extraPath: ['pronunciations'],
  names: ['pronunciations'],
  itemsMember: 'pronunciation',
  textMember: 'content',
  members: {
    sense: SENSE_NUMBER,
    lang: LANG,
    notation: text('notation'),
    content: text('content'),
    tone: text('tone'),
    href: text('href'),
  },
  qualifiers: ['sense', 'lang', 'notation'],
};

const RELATION: ItemShape<WordRelation> = {
  extraPath: ['relations'],
  names: ['relations'],
  itemsMember: 'relation',
  textMember: 'target',
  members: {
    sense: SENSE_NUMBER,
    type: text('type'),
    target: text('target'),
    ref: text('ref'),
    gloss: text('gloss'),
  },
  qualifiers: ['sense', 'type', 'gloss'],
};

const DOMAIN: ItemShape<SemanticDomain> = {
  extraPath: ['domains'],
  names: ['domains'],
  itemsMember: 'domain',
  textMember: 'content',
  members: { sense: SENSE_NUMBER, scheme: text('scheme'), content: text('content') },
  qualifiers: ['sense', 'scheme'],
};

const ETYMOLOGY: ItemShape<Etymology> = {
  extraPath: ['etymologies'],
  names: ['etymologies'],
  itemsMember: 'etymology',
  textMember: 'content',
  members: {
    sense: SENSE_NUMBER,
    type: text('type'),
    language: text('language'),
    form: text('form'),
    gloss: text('gloss'),
    content: text('content'),
  },
  qualifiers: ['sense'],
};

const MEDIA: ItemShape<MediaReference> = {
  extraPath: ['media'],
  names: ['media'],
  itemsMember: 'file',
  textMember: 'href',
  members: { sense: SENSE_NUMBER, kind: text('kind'), href: text('href'), label: text('label') },
  qualifiers: ['sense', 'kind', 'label'],
};

/** The lists that are absent from the typed reading, instead of empty, if the source has no items of them. */
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
