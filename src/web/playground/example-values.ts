import { getNamedType, isInterfaceType, isNonNullType, isObjectType, type GraphQLSchema } from 'graphql';

/** A query that the playground runs before it opens an example. */
export interface Find {
  readonly name: string;
  /** Each has the alias `value`, and earlier finds as variables; the first that finds something counts. */
  readonly queries: readonly string[];
  /** The example that creates the missing object. */
  readonly missing: string;
}

/** In a variable of an example: the value found under this name. */
export interface Found {
  readonly $find: string;
}

/** In a text of an example: replaced by characters that differ each time. */
const UNIQUE = '{unique}';

const found = (name: string): Found => ({ $find: name });

/** A headword that the sample dictionary does not have: examples only change data that an example has created. */
const MADE_HEADWORD = 'àpẹẹrẹ';
const MADE_SOURCE = {
  entry: { headword: MADE_HEADWORD },
  translations: [{ lang: 'en', content: 'example' }],
};

/**
 * Values of arguments and input fields in the examples, by name, or by field and name where the name alone says too
 * little. Names without a value here or in the data get an empty one of their type.
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
  'createMedia.articleId': found('Article'),
  'MediaInput.license': 'CC BY-SA 4.0',
  'exportField.format': 'rasa',
  'recognise.language': 'yo',
  'recognise.text': 'Ẹ̀wà mélòó?',
  'articleRevisionSource.revision': found('Revision'),
  'deleteDictionary.confirm': found('MadeDictionaryName'),
  'removeDictionaryMember.userId': found('User'),
  'resetApplicationPassword.password': 'a long password, another',
  'restoreArticle.revision': found('Revision'),
  'setDictionaryMember.userId': found('User'),
  'updateArticle.source': { ...MADE_SOURCE, category: 'n' },
  first: 5,
  form: 'ile',
  language: 'en',
  prefix: 'il',
  text: 'ile',
  translation: 'house',
  username: 'ade',
};

/** Variables that only the person who runs an example knows. */
export const ASKED: Readonly<Record<string, readonly string[]>> = {
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

/** Operations that the channels of bots call, with signatures that nobody types. */
export const FOR_CHANNELS: ReadonlySet<string> = new Set(['receiveMessages', 'webhookChallenge']);

/** Operations for the contributors and owners of a dictionary: on a fresh server, only admins are any. */
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

/** Example values of operations that need a particular object of their type. */
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

/** Finds beside the first object of each list, with those that they need before them. */
const SPECIAL: Readonly<Record<string, Find & { readonly needs?: string }>> = {
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
 * @param name of a find, or of a type: then the newest object in a list of the schema
 */
export function findsFor(schema: GraphQLSchema, name: string): readonly Find[] {
  const special = SPECIAL[name];
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

/** The field of a type that lists objects of a type, if it needs no arguments. */
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
