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
import { type ItemShape, LANG, numbered, SENSE_NUMBER, textIn, wholeNumber } from './item-shape';

const SENSE: ItemShape<Sense> = {
  extraPath: ['senses'],
  names: ['senses'],
  itemsMember: 'sense',
  textMember: 'indicator',
  members: {
    number: wholeNumber('number'),
    id: textIn('id'),
    parent: wholeNumber('parent'),
    indicator: textIn('indicator'),
  },
  qualifiers: [],
  complete: numbered,
};

const DEFINITION: ItemShape<Definition> = {
  extraPath: ['definitions'],
  names: ['definitions'],
  itemsMember: 'definition',
  textMember: 'content',
  members: { sense: SENSE_NUMBER, lang: LANG, type: textIn('type'), content: textIn('content') },
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
  names: ['pronunciations', 'pronunciation', 'tone'],
  itemsMember: 'pronunciation',
  textMember: 'content',
  textMembers: { tone: 'tone' },
  isInEntry: true,
  members: {
    sense: SENSE_NUMBER,
    lang: LANG,
    notation: textIn('notation'),
    content: textIn('content'),
    tone: textIn('tone'),
    href: textIn('href'),
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
    type: textIn('type'),
    target: textIn('target'),
    targetSense: wholeNumber('targetSense'),
    ref: textIn('ref'),
    gloss: textIn('gloss'),
  },
  qualifiers: ['sense', 'type', 'targetSense', 'gloss'],
};

const DOMAIN: ItemShape<SemanticDomain> = {
  extraPath: ['domains'],
  names: ['domains'],
  itemsMember: 'domain',
  textMember: 'content',
  members: { sense: SENSE_NUMBER, scheme: textIn('scheme'), content: textIn('content') },
  qualifiers: ['sense', 'scheme'],
};

const ETYMOLOGY: ItemShape<Etymology> = {
  extraPath: ['etymologies'],
  names: ['etymologies'],
  itemsMember: 'etymology',
  textMember: 'content',
  members: {
    sense: SENSE_NUMBER,
    type: textIn('type'),
    language: textIn('language'),
    form: textIn('form'),
    gloss: textIn('gloss'),
    content: textIn('content'),
  },
  qualifiers: ['sense'],
};

const MEDIA: ItemShape<MediaReference> = {
  extraPath: ['media'],
  names: ['media'],
  itemsMember: 'file',
  textMember: 'href',
  members: { sense: SENSE_NUMBER, kind: textIn('kind'), href: textIn('href'), label: textIn('label') },
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
