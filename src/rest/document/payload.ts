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

/** The payload of a mutation in a document: the fields of its result and of its user errors. */
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

/** The REST spellings of input fields: the names of the variables that fill them. */
function spellingsIn(document: DocumentNode): ReadonlyMap<string, string> {
  const spellings = new Map<string, string>();
  const note = ({ name, value }: ArgumentNode | ObjectFieldNode) => {
    if (value.kind === Kind.VARIABLE) spellings.set(name.value, value.name.value);
  };
  visit(document, { Argument: note, ObjectField: note });
  return spellings;
}

/**
 * Checks that a mutation document selects its user errors.
 *
 * @throws Error if it would not notice invalid input
 */
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
 * The result in the payload of a document.
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

/** Messages contain names of one word as words, too, so these are respelled only where they are the subject: "name must …". */
function respelled(message: string, spellings: PayloadFields['spellings']): string {
  return message.replace(/\b[a-z]+[A-Z]\w*|^[a-z]+(?= must )/g, (word) => spellings.get(word) ?? word);
}
