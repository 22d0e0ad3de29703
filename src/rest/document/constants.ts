import type { DocumentNode, FieldNode, SelectionSetNode } from 'graphql';
import { StoredList } from '../../shared/stored-list';
import { nullable, type JsonSchema } from '../request/body-members';
import { openedFields, responseName } from './selected-fields';

/** A documented member that GraphQL does not have: its value, and its schema. */
interface Constant {
  readonly value: string | null;
  readonly schema: JsonSchema;
  /** The variables that have the value, the first that is there. */
  readonly variables?: readonly string[];
}

/** The page that an answer of several pages shows; no document declares it. */
export const SHOWN_PAGE = '_shownPage';

const text = (description: string): JsonSchema => ({ type: 'string', description });

/**
 * Members that the interface documents and that say nothing about the object. A document selects them as aliases of
 * `__typename`, which keeps them in the documented order.
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
  ['error', { value: '', schema: text('Always empty. A failed deletion is reported as an error.') }],
  ['hourtype', { value: 'hours', schema: text('Unit of `validity`. Always `hours`.') }],
  [
    'login',
    { value: 'true', schema: text('Whether the application is logged in, as a string. Always `true`.') },
  ],
]);

/** The schema of a field of a document that is a constant; `undefined` for any other. */
export function constantSchema(field: FieldNode): JsonSchema | undefined {
  return isConstant(field) ? constantOf(field).schema : undefined;
}

function isConstant({ name }: FieldNode): boolean {
  return name.value === '__typename';
}

/** @throws Error for a name that has no constant */
function constantOf(field: FieldNode): Constant {
  const constant = CONSTANTS.get(responseName(field));
  if (constant === undefined) throw new Error(`${responseName(field)} is not a constant of the interface`);
  return constant;
}

/** Where a document has constants: response names of fields. */
export interface Constants {
  readonly here: ReadonlyMap<string, Constant>;
  /** What to look into, for constants further in. */
  readonly members: ReadonlyMap<string, Constants>;
}

/**
 * Finds the constants of a selection; `undefined` if it has none at any depth.
 *
 * @throws Error when the document selects `__typename` under a name that has no constant
 */
export function constantsIn(
  set: SelectionSetNode | undefined,
  document: DocumentNode,
): Constants | undefined {
  const fields = openedFields(set, document);
  const here = fields.filter(isConstant).map((field) => [responseName(field), constantOf(field)] as const);
  const members = fields.flatMap((field) => {
    const inner = field.selectionSet && constantsIn(field.selectionSet, document);
    return inner ? [[responseName(field), inner] as const] : [];
  });
  return here.length + members.length === 0 ? undefined : { here: new Map(here), members: new Map(members) };
}

type Values = Readonly<Record<string, unknown>>;

/** Puts the constants into the data of a document, which belongs to the caller alone. */
export function fillConstants(data: unknown, constants: Constants, variables: Values): void {
  if (Array.isArray(data)) for (const item of data) fillConstants(item, constants, variables);
  else if (typeof data === 'object' && data !== null)
    fillMembers(data as Record<string, unknown>, constants, variables);
}

function fillMembers(data: Record<string, unknown>, { here, members }: Constants, variables: Values): void {
  for (const [name, constant] of here) if (name in data) data[name] = valueOf(constant, variables);
  for (const [name, inner] of members) {
    const member = data[name];
    if (member instanceof StoredList) data[name] = member.with(valuesOf(inner, variables));
    else fillConstants(member, inner, variables);
  }
}

function valuesOf({ here }: Constants, variables: Values): ReadonlyMap<string, unknown> {
  return new Map([...here].map(([name, constant]) => [name, valueOf(constant, variables)]));
}

function valueOf({ value, variables: names = [] }: Constant, variables: Values): unknown {
  return names.map((name) => variables[name]).find((found) => found !== undefined && found !== null) ?? value;
}
