import {
  type GraphQLResolveInfo,
  buildASTSchema,
  executeSync,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isRequiredInputField,
  parse,
  printSchema,
  type GraphQLFieldResolver,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';
import { fillDocumented } from '../rest/document/documented-members';
import type { Data, Operation } from '../rest/document/operations';

type Variables = Readonly<Record<string, unknown>>;

/** A value, or what makes one of the arguments of the field. */
export type Sample =
  | ((args: Readonly<Record<string, unknown>>, info: GraphQLResolveInfo) => unknown)
  | string
  | number
  | boolean
  | object
  | null;

/** An article of the sample dictionary, which every development server has. */
const SOURCE = {
  type: 'verb',
  entry: { headword: 'kà', variants: [] },
  category: 'v',
  class: '',
  forms: [{ form: 'ka', type: 'before a noun object' }],
  examples: [
    {
      text: 'Ọmọ náà ń ka ìwé.',
      translation: { en: 'The child is reading a book.', fr: "L'enfant lit un livre." },
    },
  ],
  translations: [
    { lang: 'en', number: 1, content: 'read' },
    { lang: 'fr', number: 1, content: 'lire' },
  ],
  extra: { semantic_domain: 'action' },
};

const HTML = [
  '<article><header><h2><dfn dir="auto">kà</dfn></h2><ul class="categories"><li>v</li></ul></header>',
  '<ul class="forms"><li><b dir="auto">ka</b> <small>before a noun object</small></li></ul>',
  '<ol class="translations"><li value="1" lang="en">read</li><li value="1" lang="fr">lire</li></ol>',
  '<figure class="example"><blockquote dir="auto">Ọmọ náà ń ka ìwé.</blockquote>',
  '<figcaption lang="en">The child is reading a book.</figcaption></figure>',
  '<figure class="example"><blockquote dir="auto">Ọmọ náà ń ka ìwé.</blockquote>',
  '<figcaption lang="fr">L&#39;enfant lit un livre.</figcaption></figure></article>',
].join('');

const PARTS: Readonly<Record<string, unknown>> = {
  CATEGORY: SOURCE.category,
  CLASS: '7/8',
  ENTRY: SOURCE.entry,
  EXAMPLE: SOURCE.examples,
  FORM: SOURCE.forms,
  TYPE: SOURCE.type,
};

const inLanguage = (language: unknown) =>
  SOURCE.translations.filter(({ lang }) => language === undefined || lang === language);

/**
 * Values of fields in the examples, by type and field. Those of articles are those of the sample dictionary. A field
 * that has none here gets one of its kind.
 */
const SAMPLE_VALUES: Readonly<Record<string, Sample>> = {
  'Article.text':
    "kà\nka\nread\nlire\nỌmọ náà ń ka ìwé.\nThe child is reading a book.\nL'enfant lit un livre.",
  'Article.source': SOURCE,
  'Article.proposedText': '',
  'Article.html': HTML,
  'Article.number': 55,
  'Article.dictionaryPublicId': 'yor_eng_fra_griot',
  'Article.publicId': 'yor-0055',
  'Article.radical': 'kà',
  'Article.headword': 'kà',
  'Article.likeCount': 0,
  'Article.unlikeCount': 0,
  'Article.written': ({ part }) => PARTS[String(part)],
  'Article.translation': ({ language }) => inLanguage(language)[0]?.content ?? null,
  'Article.translations': ({ language }) => inLanguage(language),
  'Comment.articleNumber': 55,
  'Comment.avatar': null,
  'Comment.excerpt': 'In the north we say kà too.',
  'Comment.text': 'In the north we say kà too.',
  'Comment.userNumber': 7,
  'Comment.username': 'ade',
  'Comment.dictionaryPublicId': 'yor_eng_fra_griot',
  'Comment.likeCount': 2,
  'Comment.unlikeCount': 0,
  'Comment.publicId': '6a0f1f0e-3d52-4b53-9d0e-7c5b1a0c2f11',
  'Dictionary.abbreviatedName': 'yor-eng-fra',
  'Dictionary.comment': 'Headwords carry full tone marks and under-dots.',
  'Dictionary.description': 'Yoruba - English - French sample dictionary of basic vocabulary',
  'Dictionary.publicId': 'yor_eng_fra_griot',
  'Dictionary.longName': 'Yoruba-English-French sample dictionary of Griot',
  'Dictionary.publication': 'Griot, 2026',
  'Dictionary.reviewVersion': '1',
  'Dictionary.reviewYear': '2026',
  'Dictionary.shortName': 'Yoruba-English-French',
  'Dictionary.source': 'Written for Griot',
  'Dictionary.sourceAuthors': 'Griot contributors',
  'Dictionary.targetAuthors': 'Griot contributors',
  'User.address': 'Ìbàdàn',
  'User.foreignLanguage': 'fr',
  'User.name': 'Adé Bello',
  'User.nativeLanguage': 'yo',
  'User.number': 7,
  'User.username': 'ade',
  'UserLogin.token': 'eyJhbGciOiJIUzI1NiIsImtpZCI6Ij…',
  'ApplicationLogin.expiresIn': 21600,
  'UserLogin.expiresIn': 1800,
  'ArticleSummary.type': SOURCE.type,
  'ArticleSummary.category': SOURCE.category,
  'ArticleSummary.translation': 'read',
};

/** Values of parameters, by name. */
export const SAMPLE_PARAMETERS: Readonly<Record<string, string>> = {
  dictionary_id: 'yor_eng_fra_griot',
  article_id: '55',
  user_id: '7',
  application_id: '3b241101-e2bb-4255-8caf-4136c566a962',
  conversation_id: '12',
  field_id: '3',
  format: 'lift',
  bot_format: 'rasa',
  connector: 'instant_messaging',
  trad: 'fr',
  search: 'ka',
};

const BY_SCALAR: Readonly<Record<string, unknown>> = {
  Boolean: false,
  DateTime: '2026-01-31T12:00:00.000Z',
  Float: 1,
  ID: '1',
  Int: 1,
  SafeInt: 1,
  String: '…',
};

/** Runs documents over sample values instead of data. The result has exactly the shape of a real response. */
export class ExampleRunner {
  private readonly schema: GraphQLSchema;

  constructor(schema: GraphQLSchema) {
    // Without its resolvers: the values come from the table.
    this.schema = buildASTSchema(parse(printSchema(schema)));
  }

  /** @throws Error when a sample does not fit its field */
  run({ document, variables, documented }: Operation, values: Readonly<Record<string, unknown>>): Data {
    const used = Object.entries(values).filter(([name]) => variables.has(name));
    const variableValues: Variables = { ...missing(variables), ...Object.fromEntries(used) };
    const { data, errors } = executeSync({
      schema: this.schema,
      document,
      variableValues,
      fieldResolver: resolveSample,
    });
    const [error] = errors ?? [];
    if (error) throw error;
    if (documented)
      fillDocumented(data, documented, variables.has('page') ? { page: 1, ...variableValues } : {});
    return data ?? {};
  }
}

/** Whatever is wanted and not given. */
function missing(variables: Operation['variables']): Variables {
  const required = [...variables].filter(([, { isRequired }]) => isRequired);
  return Object.fromEntries(required.map(([name, { type }]) => [name, exampleOfInput(type)]));
}

function exampleOfInput(type: GraphQLInputType): unknown {
  const nullable = getNullableType(type);
  if (!isInputObjectType(nullable)) return exampleOfType(nullable as GraphQLOutputType);
  const required = Object.values(nullable.getFields()).filter(isRequiredInputField);
  return Object.fromEntries(required.map((field) => [field.name, exampleOfInput(field.type)]));
}

const resolveSample: GraphQLFieldResolver<unknown, unknown, Record<string, unknown>> = (
  source,
  args,
  _context,
  info,
) => {
  const fromParent = (source as Readonly<Record<string, unknown>> | undefined)?.[info.fieldName];
  if (fromParent !== undefined) return fromParent;
  // Examples show requests that succeed.
  if (info.fieldName === 'userErrors') return [];
  const sample = SAMPLE_VALUES[`${info.parentType.name}.${info.fieldName}`];
  if (typeof sample === 'function')
    return (sample as (a: typeof args, i: typeof info) => unknown)(args, info);
  return sample === undefined ? exampleOfType(info.returnType) : sample;
};

/** A value of a type: one item for a list, an empty object to be filled field by field. */
function exampleOfType(type: GraphQLOutputType): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [exampleOfType(nullable.ofType)];
  if (isEnumType(nullable)) return nullable.getValues()[0]?.name;
  return isLeafType(nullable) ? (BY_SCALAR[nullable.name] ?? {}) : {};
}
