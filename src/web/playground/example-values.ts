import { getNamedType, isInterfaceType, isNonNullType, isObjectType, type GraphQLSchema } from 'graphql';

/** Queries that find a value on the server before an example opens. */
export interface Find {
  readonly name: string;
  /** The queries in order, each with the alias `value` and with earlier values as variables. The first result is used. */
  readonly queries: readonly string[];
  /** The example that creates a missing object. */
  readonly missing: string;
}

/** A placeholder in the variables of an example for the value that was found under a name. */
export interface Found {
  readonly $find: string;
}

/** A placeholder in texts of examples for characters that differ each time. */
const UNIQUE = '{unique}';

const valueOf = (name: string): Found => ({ $find: name });

/** A headword that the sample dictionary lacks. Examples only change data that an example has created. */
const MADE_HEADWORD = 'àpẹẹrẹ';
const MADE_SOURCE = {
  entry: { headword: MADE_HEADWORD },
  translations: [{ lang: 'en', content: 'example' }],
};

/**
 * Values of arguments and input fields in the examples, by name, or by field and name where the name alone is ambiguous. Names without a
 * value here or on the server get an empty one of their type.
 */
export const VALUES: Readonly<Record<string, unknown>> = {
  'UpdateApplicationInput.description': 'Answers questions about prices and markets.',
  'UpdateArticleInput.source': MADE_SOURCE,
  'ArticlePartInput.part': 'ENTRY',
  'ArticlePartInput.value': { headword: MADE_HEADWORD, variants: [] },
  'ConversationInput.userLanguage': 'yo',
  'ConversationRequestInput.userRequest': 'Ẹ̀wà mélòó?',
  'UpsertArticleInput.source': MADE_SOURCE,
  'CorpusInput.corpusName': 'market',
  'UpdateDictionaryInput.reviewVersion': '2',
  'EntityInput.entityName': 'product',
  'FieldInput.name': 'Prices',
  'FieldRequestInput.requestName': 'price',
  'FieldsCompilerInput.url': 'https://example.org/compiler',
  'IntentInput.intentName': 'ask_price',
  'CreateApiKeyInput.name': 'Words of the market',
  'CreateApplicationInput.email': `market-${UNIQUE}@example.org`,
  'CreateApplicationInput.name': `Market helper ${UNIQUE}`,
  'CreateApplicationInput.password': 'a long password',
  'CreateArticleInput.source': MADE_SOURCE,
  'CreateCommentInput.text': 'Also said of books.',
  'CreateDictionaryInput.publicId': 'my_dictionary',
  'CreateUserInput.password': 'a long password',
  'ConverseInput.text': 'What is the word for house?',
  'ReportMissingWordInput.requestIds': [],
  'ReportMissingWordInput.text': 'ẹ̀wà',
  'TemplateInput.templateName': 'greeting',
  'UpdateUserInput.nativeLanguage': 'yo',
  'LearnUtteranceInput.language': 'yo',
  'LearnUtteranceInput.requestIds': [],
  'LearnUtteranceInput.text': 'Ẹ̀wà mélòó?',
  'createImport.dictionary': 'my_dictionary',
  'createMedia.articleId': valueOf('Article'),
  'MediaInput.license': 'CC BY-SA 4.0',
  'exportField.format': 'rasa',
  'recognise.language': 'yo',
  'recognise.text': 'Ẹ̀wà mélòó?',
  'articleRevisionSource.revision': valueOf('Revision'),
  'deleteDictionary.confirm': valueOf('MadeDictionaryName'),
  'removeDictionaryMember.userId': valueOf('User'),
  'resetApplicationPassword.password': 'a long password, another',
  'restoreArticle.revision': valueOf('Revision'),
  'setDictionaryMember.userId': valueOf('User'),
  'updateArticle.source': { ...MADE_SOURCE, category: 'n' },
  first: 5,
  form: 'ile',
  language: 'en',
  prefix: 'il',
  text: 'ile',
  translation: 'house',
  username: 'ade',
};

/** Variables for which only the user knows a value. */
export const ASKED_VARIABLES: Readonly<Record<string, readonly string[]>> = {
  acceptImport: ['import'],
  cancelImport: ['import'],
  changePassword: ['oldPassword', 'newPassword'],
  createImport: ['upload'],
  createMedia: ['upload'],
  deleteMedia: ['media'],
  dictionaryImport: ['import'],
  logIn: ['username', 'password'],
  logInApplication: ['name', 'password'],
  logOutApplication: ['tokens'],
  passwordReset: ['token'],
  proposal: ['proposal'],
  refreshLogin: ['refreshToken'],
  resetPassword: ['token', 'newPassword'],
  reviewProposal: ['proposal'],
  revokeApiKey: ['prefix'],
  undoImport: ['import'],
  updateMedia: ['media'],
  withdrawProposal: ['proposal'],
};

/** Operations that bot channels call. Their signatures cannot be typed by hand. */
export const FOR_CHANNELS: ReadonlySet<string> = new Set(['receiveMessages', 'webhookChallenge']);

/** Operations for contributors and owners of a dictionary. On a new server, only admins can run them. */
export const FOR_MEMBERS: ReadonlySet<string> = new Set([
  'createPasswordResetLink',
  'proposal',
  'proposeArticle',
  'withdrawProposal',
]);

const MADE_ARTICLE = [
  'setArticleDisabled',
  'updateArticle',
  'updateArticleParts',
  'restoreArticle',
  'deleteArticle',
];

/** Values of operations that need a particular object of their type. */
export const NAMED_BY: Readonly<Record<string, string>> = {
  ...Object.fromEntries(MADE_ARTICLE.map((name) => [name, 'MadeArticle'])),
  articleRevisions: 'MadeArticle',
  articleRevisionSource: 'MadeArticle',
  createPasswordResetLink: 'MadeUser',
  deleteApplication: 'MadeApplication',
  deleteDictionary: 'MadeDictionary',
  deleteUser: 'MadeUser',
  offlineCopy: 'Dictionary',
  reportMissingWord: 'Dictionary',
  resetApplicationPassword: 'MadeApplication',
  updateDictionary: 'MadeDictionary',
  updateDictionaryQuota: 'MadeDictionary',
};

/** Queries for values other than the first object of each list, with the values that they need. */
const SPECIAL_VALUES: Readonly<Record<string, Find & { readonly needs?: string }>> = {
  Application: {
    name: 'Application',
    queries: [
      '{ applications(filter: { text: "Griot demo" }, first: 1) { nodes { value: id } } }',
      '{ applications(first: 1) { nodes { value: id } } }',
      '{ application { value: id } }',
    ],
    missing: 'createApplication',
  },
  MadeApplication: {
    name: 'MadeApplication',
    queries: [
      '{ applications(filter: { text: "Market helper" }, first: 1) { nodes { value: id } } }',
      '{ application { value: id } }',
    ],
    missing: 'createApplication',
  },
  MadeArticle: {
    name: 'MadeArticle',
    queries: [`{ search(text: "\\"${MADE_HEADWORD}\\"", first: 1) { nodes { article { value: id } } } }`],
    missing: 'createArticle',
  },
  Revision: {
    name: 'Revision',
    needs: 'MadeArticle',
    queries: [
      'query ($MadeArticle: ID!) { articleRevisions(articleId: $MadeArticle, first: 1) { nodes { value: revision } } }',
    ],
    missing: 'updateArticle',
  },
  Comment: {
    name: 'Comment',
    needs: 'Viewer',
    queries: [
      'query ($Viewer: ID!) { comments(filter: { userId: $Viewer }, last: 1) { nodes { value: id } } }',
      '{ comments(last: 1) { nodes { value: id } } }',
    ],
    missing: 'createComment',
  },
  MadeDictionary: {
    name: 'MadeDictionary',
    queries: ['{ dictionary(dictionary: "my_dictionary") { value: id } }'],
    missing: 'createDictionary',
  },
  MadeDictionaryName: {
    name: 'MadeDictionaryName',
    queries: ['{ dictionary(dictionary: "my_dictionary") { value: publicId } }'],
    missing: 'createDictionary',
  },
  User: {
    name: 'User',
    queries: ['{ users(filter: { role: USER }, last: 1) { nodes { value: id } } }', '{ me { value: id } }'],
    missing: 'createUser',
  },
  MadeUser: {
    name: 'MadeUser',
    queries: ['{ user(user: "ade") { value: id } }', '{ me { value: id } }'],
    missing: 'createUser',
  },
  Viewer: { name: 'Viewer', queries: ['{ me { value: id } }'], missing: 'logIn' },
};

/**
 * Returns the queries that find a value, in order.
 *
 * @param name of a special value, or of a type: then the newest object in a list of the schema
 */
export function findsFor(schema: GraphQLSchema, name: string): readonly Find[] {
  const special = SPECIAL_VALUES[name];
  if (special) {
    const { needs, ...find } = special;
    return [...(needs === undefined ? [] : findsFor(schema, needs)), find];
  }
  const missing = `create${name}`;
  const root = listFieldIn(schema.getQueryType(), name);
  if (root !== undefined)
    return [{ name, queries: [`{ ${root}(first: 1) { nodes { value: id } } }`], missing }];
  for (const owner of nodeTypes(schema)) {
    const list = listFieldIn(schema.getType(owner), name);
    if (list === undefined) continue;
    const inside = `${list}(last: 1) { nodes { value: id } }`;
    const query = `query ($${owner}: ID!) { node(id: $${owner}) { ... on ${owner} { ${inside} } } }`;
    return [...findsFor(schema, owner), { name, queries: [query], missing }];
  }
  throw new Error(`No list of the schema has ${name}`);
}

/** Returns the field of a type that lists objects of another type without required arguments. */
function listFieldIn(type: unknown, name: string): string | undefined {
  if (!isObjectType(type)) return undefined;
  return Object.values(type.getFields()).find(
    (field) =>
      getNamedType(field.type).name === `${name}Connection` &&
      field.args.every((arg) => !isNonNullType(arg.type) || arg.defaultValue !== undefined),
  )?.name;
}

export function nodeTypes(schema: GraphQLSchema): readonly string[] {
  const node = schema.getType('Node');
  return isInterfaceType(node) ? schema.getPossibleTypes(node).map(({ name }) => name) : [];
}
