import {
  getNamedType,
  isObjectType,
  type DocumentNode,
  type FieldNode,
  type GraphQLObjectType,
  type SelectionSetNode,
} from 'graphql';
import { StoredList } from '../../shared/json-text';
import { nullable, type JsonSchema } from '../request/body-members';
import { openedFields, responseName } from './selected-fields';

/** A documented member that GraphQL does not have: its value, and its schema. */
interface Constant {
  readonly value: string | boolean | null;
  readonly schema: JsonSchema;
  /** The variables that may have the value; the first present one counts. */
  readonly variables?: readonly string[];
}

/** A documented member that GraphQL has in another form. */
interface Form {
  readonly of: (value: number) => string;
  readonly schema: JsonSchema;
}

/** The variable with the page number of a streamed list. No document declares it. */
export const SHOWN_PAGE = '_shownPage';

const textSchema = (description: string): JsonSchema => ({ type: 'string', description });

/**
 * Members that the interface documents and that say nothing about the object. A document selects them as aliases of
 * `__typename`, which keeps them in the documented order. A name with several meanings is prefixed with its type.
 */
const CONSTANTS: ReadonlyMap<string, Constant> = new Map([
  [
    'article_page',
    {
      value: null,
      schema: {
        ...nullable({ type: 'integer' }),
        description: 'Number of the page that contains the article, if the list was read by `page`.',
      },
      variables: [SHOWN_PAGE, 'page'],
    },
  ],
  ['error', { value: '', schema: textSchema('Always empty. A failed deletion is reported as an error.') }],
  ['hourtype', { value: 'hours', schema: textSchema('Unit of `validity`. Always `hours`.') }],
  [
    'login',
    {
      value: 'true',
      schema: textSchema('Whether the application is logged in, as a string. Always `true`.'),
    },
  ],
  [
    'Application.login',
    {
      value: false,
      schema: { type: 'boolean', description: 'Whether the token is still valid. Always false.' },
    },
  ],
]);

/** Members that the interface documents as texts, by the type and the documented name. GraphQL has numbers. */
const TEXT_FORMS: ReadonlyMap<string, Form> = new Map([
  [
    'ApplicationLogin.validity',
    {
      of: (seconds) => String(seconds / 3600),
      schema: textSchema('Lifetime of the token in hours, as a string.'),
    },
  ],
  [
    'UserLogin.validity',
    { of: (seconds) => `${seconds / 60} minutes`, schema: textSchema('Lifetime of the token in words.') },
  ],
  ['Comment.id_article', { of: String, schema: textSchema('Number of the article, as a string.') }],
  ['Comment.user_id', { of: String, schema: textSchema('Number of the user, as a string.') }],
]);

/** The schema of a field of a document that is a constant, or has a documented form; `undefined` for any other. */
export function documentedSchema(field: FieldNode, type: GraphQLObjectType): JsonSchema | undefined {
  return isConstant(field) ? constantOf(field, type).schema : formOf(field, type)?.schema;
}

function isConstant({ name }: FieldNode): boolean {
  return name.value === '__typename';
}

/** @throws Error for a name that has no constant */
function constantOf(field: FieldNode, type: GraphQLObjectType): Constant {
  const name = responseName(field);
  const constant = CONSTANTS.get(`${type.name}.${name}`) ?? CONSTANTS.get(name);
  if (constant === undefined) throw new Error(`${name} is not a constant of the interface`);
  return constant;
}

function formOf(field: FieldNode, type: GraphQLObjectType): Form | undefined {
  return TEXT_FORMS.get(`${type.name}.${responseName(field)}`);
}

/** Constants and documented forms of a document, by the response names of fields. */
export interface DocumentedMembers {
  readonly constants: ReadonlyMap<string, Constant>;
  readonly forms: ReadonlyMap<string, Form>;
  /** The same for the selections of fields, by response name. */
  readonly members: ReadonlyMap<string, DocumentedMembers>;
}

/**
 * Finds the constants and documented forms of a selection; `undefined` if it has none at any depth.
 *
 * @throws Error when the document selects `__typename` under a name that has no constant
 */
export function documentedIn(
  set: SelectionSetNode | undefined,
  document: DocumentNode,
  type: GraphQLObjectType,
): DocumentedMembers | undefined {
  const fields = openedFields(set, document);
  const constants = fields
    .filter(isConstant)
    .map((field) => [responseName(field), constantOf(field, type)] as const);
  const forms = fields.flatMap((field) => {
    const form = formOf(field, type);
    return form ? [[responseName(field), form] as const] : [];
  });
  const members = fields.flatMap((field) => {
    const inside = getNamedType(type.getFields()[field.name.value]?.type);
    const inner = isObjectType(inside) && documentedIn(field.selectionSet, document, inside);
    return inner ? [[responseName(field), inner] as const] : [];
  });
  if (constants.length + forms.length + members.length === 0) return undefined;
  return { constants: new Map(constants), forms: new Map(forms), members: new Map(members) };
}

type Values = Readonly<Record<string, unknown>>;

/** Puts constants and documented forms into the data of a document, which no other code uses. */
export function fillDocumented(data: unknown, documented: DocumentedMembers, variables: Values): void {
  if (Array.isArray(data)) for (const item of data) fillDocumented(item, documented, variables);
  else if (typeof data === 'object' && data !== null)
    fillMembers(data as Record<string, unknown>, documented, variables);
}

function fillMembers(
  data: Record<string, unknown>,
  { constants, forms, members }: DocumentedMembers,
  variables: Values,
): void {
  for (const [name, constant] of constants) if (name in data) data[name] = constantValue(constant, variables);
  for (const [name, { of }] of forms) if (typeof data[name] === 'number') data[name] = of(data[name]);
  for (const [name, inner] of members) {
    const member = data[name];
    if (member instanceof StoredList) data[name] = member.with(constantValuesOf(inner, variables));
    else fillDocumented(member, inner, variables);
  }
}

function constantValuesOf({ constants }: DocumentedMembers, variables: Values): ReadonlyMap<string, unknown> {
  return new Map([...constants].map(([name, constant]) => [name, constantValue(constant, variables)]));
}

function constantValue({ value, variables: names = [] }: Constant, variables: Values): unknown {
  return (
    names.map((name) => variables[name]).find((variable) => variable !== undefined && variable !== null) ??
    value
  );
}
