import {
  type ArgumentNode,
  type DocumentNode,
  type GraphQLObjectType,
  Kind,
  type ObjectFieldNode,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import { RECORD_REFUSAL, type RecordRefusal } from '../../shared/extensions';
import { openedFields } from './selected-fields';

/**
 * Returns the function that records the refusal of a document before it ran, with the arguments that are known by then: those of
 * the path. It does nothing for a document whose root field is not recorded.
 */
export function recordRefusalOf(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  root: GraphQLObjectType | undefined,
): RecordRefusal {
  const [field] = openedFields(operation.selectionSet, document);
  const record = field && root?.getFields()[field.name.value]?.extensions[RECORD_REFUSAL];
  if (field === undefined || typeof record !== 'function') return () => Promise.resolve();
  const argumentNames = new Map<string, string>();
  const note = ({ name, value }: ArgumentNode | ObjectFieldNode) => {
    if (value.kind === Kind.VARIABLE) argumentNames.set(value.name.value, name.value);
  };
  for (const argument of field.arguments ?? []) visit(argument, { Argument: note, ObjectField: note });
  return (context, variables, refusal) => {
    const known = Object.entries(variables).map(
      ([name, value]) => [argumentNames.get(name) ?? name, value] as const,
    );
    return (record as RecordRefusal)(context, Object.fromEntries(known), refusal);
  };
}
