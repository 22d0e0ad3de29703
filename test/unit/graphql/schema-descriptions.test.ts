import {
  getNamedType,
  getNullableType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { ACCESS } from '../../../src/graphql/access/access-table';
import { buildSchema } from '../../../src/graphql/schema';

interface Described {
  readonly name: string;
  readonly description?: string | null | undefined;
}

const schema = buildSchema();
const types = Object.values(schema.getTypeMap()).filter(
  (type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type),
);

type Deprecable = Pick<GraphQLField<unknown, unknown>, 'deprecationReason'>;

/** A type and all that stands in it, by path. */
function partsOf(type: GraphQLNamedType): (readonly [path: string, part: Described])[] {
  const at = (parts: readonly Described[], path: string) =>
    parts.map((part) => [`${path}.${part.name}`, part] as const);
  const parts: (readonly [string, Described])[] = [[type.name, type]];
  if (isEnumType(type)) parts.push(...at(type.getValues(), type.name));
  if (isInputObjectType(type)) parts.push(...at(Object.values(type.getFields()), type.name));
  if (isObjectType(type) || isInterfaceType(type))
    for (const field of Object.values(type.getFields()))
      parts.push([`${type.name}.${field.name}`, field], ...at(field.args, `${type.name}.${field.name}`));
  return parts;
}

test.each(types)('$name is described, with all its fields, arguments and values', (type) => {
  // The root types say nothing that their fields do not say.
  const parts = partsOf(type).filter(([path]) => path !== 'Query' && path !== 'Mutation');

  const silent = parts.filter(([, { description }]) => (description ?? '').trim() === '');

  expect(silent.map(([path]) => path)).toEqual([]);
});

test('every deprecated field names its replacement', () => {
  const reasons = types
    .filter((type) => isObjectType(type) || isInterfaceType(type) || isInputObjectType(type))
    .flatMap((type) => reasonsIn(type.getFields()));

  for (const reason of reasons) expect(reason).toMatch(/`\w+`/);
});

function reasonsIn(fields: Readonly<Record<string, Deprecable>>): readonly string[] {
  return Object.values(fields).flatMap(({ deprecationReason }) => deprecationReason ?? []);
}

type Input = GraphQLArgument | GraphQLInputField;

/** Something with a name and a type: `at` is the type and, of an argument, the field that has it. */
interface Named<Of> {
  readonly at: string;
  readonly part: Of;
}

const ROOTS: readonly string[] = ['Query', 'Mutation', 'Subscription'];

const fields: readonly Named<GraphQLField<unknown, unknown>>[] = types.flatMap((type) =>
  isObjectType(type) || isInterfaceType(type)
    ? Object.values(type.getFields()).map((part) => ({ at: type.name, part }))
    : [],
);
const args: readonly Named<GraphQLArgument>[] = fields.flatMap(({ at, part }) =>
  part.args.map((arg) => ({ at: ROOTS.includes(at) ? part.name : `${at}.${part.name}`, part: arg })),
);
const members: readonly Named<GraphQLInputField>[] = types.flatMap((type) =>
  isInputObjectType(type) ? Object.values(type.getFields()).map((part) => ({ at: type.name, part })) : [],
);
const inputs: readonly Named<Input>[] = [...args, ...members];

const typeOf = ({ part }: Named<{ readonly type: Input['type'] | GraphQLField<unknown, unknown>['type'] }>) =>
  getNamedType(part.type).name;
const pathOf = ({ at, part }: Named<{ readonly name: string }>) => `${at}.${part.name}`;

/** Words in which people write the content of articles and the objects of applications: they are theirs. */
const WRITTEN: ReadonlySet<string> = new Set(['followUp', 'platform', 'public', 'resolved', 'reversal']);

const STATEMENT = /^(is|has|viewerCan|accepts)[A-Z]|^[a-z]+May[A-Z]/;

test('booleans of objects, their inputs and filters are statements', () => {
  const stated = [...fields, ...members.filter(({ at }) => !at.endsWith('OptionsInput'))];
  const others = stated.filter(
    (part) => typeOf(part) === 'Boolean' && !STATEMENT.test(part.part.name) && !WRITTEN.has(part.part.name),
  );

  expect(others.map(pathOf)).toEqual([]);
});

test('booleans by which a caller chooses how an operation is done are off by default', () => {
  const options = args.filter(
    (argument) => typeOf(argument) === 'Boolean' && !/^is[A-Z]/.test(argument.part.name),
  );

  expect(options.length).toBeGreaterThan(3);
  expect(options.filter(({ part }) => part.defaultValue !== false).map(pathOf)).toEqual([]);
});

test('times are DateTime and end with At; filters of times end with After and Before', () => {
  const times = fields.filter((field) => typeOf(field) === 'DateTime');
  const named = fields.filter(({ part }) => /(At|Date|Time)$/.test(part.name));
  const spans = inputs.filter((input) => typeOf(input) === 'DateTime');

  expect(times.filter(({ part }) => !part.name.endsWith('At')).map(pathOf)).toEqual([]);
  expect(named.filter((part) => typeOf(part) !== 'DateTime').map(pathOf)).toEqual([]);
  expect(spans.filter(({ part }) => !/[a-z](After|Before)$/.test(part.name)).map(pathOf)).toEqual([]);
});

test('numbers that an import chooses, places and bytes are SafeInt; all others Int', () => {
  const large = [...fields, ...inputs].filter((part) => typeOf(part) === 'SafeInt');
  const exact = /^(number|articleNumber|seq|bytes|bytesRead|maxBytes)$/;
  const places = ['ArticleChanges.next', 'Dictionary.changes.after'];

  expect(
    large
      .filter((part) => !exact.test(part.part.name))
      .map(pathOf)
      .sort(),
  ).toEqual(places);
  const fractions = [...fields, ...inputs].filter((part) => typeOf(part) === 'Float').map(pathOf);
  expect(fractions.sort()).toEqual([
    'IntentCandidate.score',
    'RecognisedIntent.margin',
    'RecognisedIntent.score',
  ]);
});

test('words that end with State, Role, Outcome or Code, and decisions, are enums', () => {
  const closed = [...fields, ...inputs].filter(({ part }) =>
    /^(.*(State|Role|Outcome|Code)|state|role|outcome|code|decision|vote|tier|connector)$/.test(part.name),
  );
  const texts = closed.filter(({ part }) => !isEnumType(getNamedType(part.type)));

  // The state of the lists of a dictionary is an object; the role of a grammatical class is a word of the dictionary.
  expect(texts.map(pathOf).sort()).toEqual([
    'GrammaticalClass.role',
    'GrammaticalClassInput.role',
    'Query.articlesState',
  ]);
});

test('lists of objects with an id are connections', () => {
  const lists = fields.filter(({ at, part }) => {
    const item = getNamedType(part.type);
    const isObject = isInterfaceType(item) || (isObjectType(item) && item.getInterfaces().length > 0);
    return isObject && isListType(getNullableType(part.type)) && !at.endsWith('Connection');
  });

  // `newest…` are the ends of connections, for pages that show many of them at once; an article has few media.
  expect(
    lists
      .map(pathOf)
      .filter((path) => !path.includes('.newest'))
      .sort(),
  ).toEqual(['Article.media', 'Query.nodes']);
});

test('a field `id` is a global identifier: caches of clients take it for the name of the object', () => {
  const named = fields.filter(({ part }) => part.name === 'id');

  expect(named.length).toBeGreaterThan(15);
  expect(named.filter(({ part }) => String(part.type) !== 'ID!').map(pathOf)).toEqual([]);
});

test('a field of an object that not everyone may read who reads the object can be null', () => {
  const guarded = fields.filter((field) => pathOf(field) in ACCESS && !ROOTS.includes(field.at));

  expect(guarded.length).toBeGreaterThan(10);
  expect(guarded.filter(({ part }) => isNonNullType(part.type)).map(pathOf)).toEqual([]);
});

test('the payload of what creates an object of a list has it as an edge', () => {
  const payloads = fields.filter(
    ({ at, part }) => /^(Create|Propose)\w+Payload$/.test(at) && part.name !== 'userErrors',
  );
  const created = payloads.filter(({ part }) => `${getNamedType(part.type).name}Edge` in schema.getTypeMap());
  const edges = payloads.filter(({ part }) => getNamedType(part.type).name.endsWith('Edge'));

  expect(created.length).toBeGreaterThan(12);
  expect(edges.map(pathOf).sort()).toEqual(created.map((part) => `${pathOf(part)}Edge`).sort());
});

test('the number of items is 10 by default, except in lists that page in both directions', () => {
  const counts = args.filter(({ part }) => part.name === 'first' || part.name === 'last');
  const goesBoth = (path: string) => args.some((argument) => pathOf(argument) === `${path}.before`);
  const silent = counts.filter(({ at, part }) => part.defaultValue !== 10 && !goesBoth(at));

  // Clients give null for a variable that they leave out.
  expect(counts.filter(({ part }) => isNonNullType(part.type)).map(pathOf)).toEqual([]);
  // Values of an entity are words, of which a client shows many.
  expect(silent.map(pathOf)).toEqual(['Entity.dictionaryValues.first']);
  expect(counts.length).toBeGreaterThan(20);
});

test('inputs are named after their mutation or the object that they describe, and filters after the items', () => {
  const taken = args.filter(({ part }) => isInputObjectType(getNamedType(part.type)));
  const wrong = taken.filter((one) => {
    const { at, part } = one;
    const type = typeOf(one);
    if (part.name === 'filter') return !type.endsWith('Filter');
    if (part.name === 'options') return !type.endsWith('OptionsInput');
    const mutation = `${at.charAt(0).toUpperCase()}${at.slice(1)}Input`;
    return type !== mutation && type !== mutation.replace(/^(Create|Update)/, '') && part.name === 'input';
  });

  // A proposal is an update of an article that somebody else accepts.
  expect(wrong.map(pathOf)).toEqual(['proposeArticle.input']);
  const names = new Set(taken.map(({ part }) => part.name));
  expect([...names].sort()).toEqual(['filter', 'input', 'inputs', 'items', 'options', 'parts']);
});

test('an operation that takes the name of an object takes its id too', () => {
  const SHORT: Readonly<Record<string, RegExp>> = {
    account: /^accountId$/,
    application: /^applicationId$/,
    dictionary: /^(id|dictionaryId|articleId)$/,
    dictionaries: /^dictionaryIds$/,
    import: /^id$/,
    media: /^id$/,
    number: /^(id|articleId)$/,
    proposal: /^id$/,
    publicId: /^id$/,
    user: /^(id|userId)$/,
    userNumber: /^userId$/,
  };
  /** Names that are given to something, or repeated, or those of what has no id. */
  const GIVEN = [
    'CreateDictionaryInput.publicId',
    'createArticle.publicId',
    'createImport.upload',
    'createMedia.upload',
    'deleteDictionary.confirm',
    'Entity.dictionaryValues.after',
    'revokeApiKey.prefix',
    'UpsertArticleInput.publicId',
  ];
  const named = inputs.filter(
    (input) => typeOf(input) === 'ID' && !/^(ids?|\w+Ids?)$/.test(input.part.name.replace('publicId', '')),
  );
  const without = named.filter(({ at, part }) => {
    const beside = inputs.filter((input) => input.at === at).map((input) => input.part.name);
    return !beside.some((name) => SHORT[part.name]?.test(name));
  });

  expect(without.map(pathOf).sort()).toEqual(GIVEN.sort());
});
