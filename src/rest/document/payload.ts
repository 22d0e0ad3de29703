import {
  isObjectType,
  Kind,
  OperationTypeNode,
  visit,
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  type ObjectFieldNode,
  type OperationDefinitionNode,
} from 'graphql';
import { Failure, type FailureReason } from '../../shared/failure';
import { openedFields, responseName } from './selected-fields';

const USER_ERRORS = 'userErrors';

/** The fields of the payload of a mutation: its result, and what was wrong with its input. */
export interface PayloadFields {
  /** Response name of the payload. */
  readonly name: string;
  /** The field of the payload that holds the result. */
  readonly result: FieldNode;
  /** REST spellings of the inputs of the mutation. */
  readonly spellings: ReadonlyMap<string, string>;
}

/** The payload that a document selects; `undefined` for one that shows its root field itself. */
export function payloadIn(
  document: DocumentNode,
  operation: OperationDefinitionNode,
): PayloadFields | undefined {
  const [root] = openedFields(operation.selectionSet, document);
  const members = openedFields(root?.selectionSet, document);
  const [result, ...others] = members.filter((field) => responseName(field) !== USER_ERRORS);
  if (root === undefined || result === undefined || !members.some(isUserErrors)) return undefined;
  if (others.length > 0) throw new Error('a document shows one member of a payload');
  return { name: responseName(root), result, spellings: spellingsIn(document) };
}

/** A field that takes its value from a variable has the name of the variable in REST. Names of one word are words of messages, too. */
function spellingsIn(document: DocumentNode): ReadonlyMap<string, string> {
  const spellings = new Map<string, string>();
  const note = ({ name, value }: ArgumentNode | ObjectFieldNode) => {
    if (value.kind === Kind.VARIABLE && /[A-Z]/.test(name.value)) spellings.set(name.value, value.name.value);
  };
  visit(document, { Argument: note, ObjectField: note });
  return spellings;
}

/** @throws Error when a document would not notice that the input of its mutation was at fault */
export function assertSelectsFaults(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): void {
  if (operation.operation !== OperationTypeNode.MUTATION) return;
  for (const { name, selectionSet } of openedFields(operation.selectionSet, document)) {
    const payload = schema.getMutationType()?.getFields()[name.value]?.type;
    const hasFaults = isObjectType(payload) && USER_ERRORS in payload.getFields();
    const selected = openedFields(selectionSet, document).find(isUserErrors);
    const names = openedFields(selected?.selectionSet, document).map(responseName);
    if (hasFaults && !['code', 'message'].every((name) => names.includes(name)))
      throw new Error(`${name.value} is selected without ${USER_ERRORS} { code message }`);
  }
}

function isUserErrors(field: FieldNode): boolean {
  return responseName(field) === USER_ERRORS;
}

type Members = Readonly<Record<string, unknown>>;

interface UserError {
  readonly code: FailureReason;
  readonly message: string;
}

/**
 * The data that a document shows, taken out of the payload.
 *
 * @throws Failure the first fault of the input, which names what REST calls it
 */
export function resultInPayload({ name, result, spellings }: PayloadFields, data: Members): Members {
  const payload = data[name] as Members;
  const [fault] = payload[USER_ERRORS] as readonly UserError[];
  if (fault) throw new Failure(fault.code, respelled(fault.message, spellings));
  const member = responseName(result);
  return { [member]: payload[member] };
}

function respelled(message: string, spellings: PayloadFields['spellings']): string {
  return message.replace(/\b[a-z]+[A-Z]\w*/g, (word) => spellings.get(word) ?? word);
}
