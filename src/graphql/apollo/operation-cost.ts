import {
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  getNamedType,
  isCompositeType,
  isIntrospectionType,
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  typeFromAST,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { COST, MAX_ITEMS } from '../../shared/extensions';

/** Lengths of the schema lists that introspection reads, by field name. */
export type Sizes = Readonly<Record<string, number>>;

export interface IntrospectionSizes {
  /** Average over all types: the length of a list when all types are read. */
  readonly average: Sizes;
  /** Maximum over all types: the length of a list when any type can be read. */
  readonly largest: Sizes;
}

const sizesBySchema = new WeakMap<GraphQLSchema, IntrospectionSizes>();

function introspectionSizes(schema: GraphQLSchema): IntrospectionSizes {
  const before = sizesBySchema.get(schema);
  if (before !== undefined) return before;
  const lengths = Object.entries(lengthsIn(schema));
  const sizes: IntrospectionSizes = {
    average: Object.fromEntries(lengths.map(([name, all]) => [name, sum(all) / all.length])),
    largest: Object.fromEntries(lengths.map(([name, all]) => [name, Math.max(...all)])),
  };
  sizesBySchema.set(schema, sizes);
  return sizes;
}

function lengthsIn(schema: GraphQLSchema): Readonly<Record<string, readonly number[]>> {
  const types = Object.values(schema.getTypeMap());
  const outputs = types.filter(isOutput);
  const fields = outputs.flatMap((type) => Object.values(type.getFields()));
  const directives = schema.getDirectives();
  return {
    types: [types.length],
    directives: [directives.length],
    fields: types.map((type) => (isOutput(type) ? size(type.getFields()) : 0)),
    inputFields: types.map((type) => (isInputObjectType(type) ? size(type.getFields()) : 0)),
    enumValues: types.map((type) => (isEnumType(type) ? type.getValues().length : 0)),
    interfaces: types.map((type) => (isOutput(type) ? type.getInterfaces().length : 0)),
    possibleTypes: types.map((type) => (isAbstractType(type) ? schema.getPossibleTypes(type).length : 0)),
    args: [...fields, ...directives].map(({ args }) => args.length),
  };
}

function isOutput(type: GraphQLNamedType): type is GraphQLObjectType | GraphQLInterfaceType {
  return isObjectType(type) || isInterfaceType(type);
}

function size(fields: object): number {
  return Object.keys(fields).length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Fixed cost of reading a list, in fields: each list in an operation is a separate read. */
const COST_OF_LIST = 1000;

/** Number of items of a list without a size in the query. Source: the documented default page. */
const DEFAULT_PAGE_ITEMS = 10;

/**
 * Cost of an introspection field, in fields: its data are in memory. The full introspection query must stay below the
 * bound.
 */
const COST_OF_INTROSPECTION = 0.22;

const META_FIELDS = new Map([SchemaMetaFieldDef, TypeMetaFieldDef].map((field) => [field.name, field]));

export interface Operation {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * The maximum number of fields that an operation can return: each field counts once for every item of the lists it is in. The length of a
 * list is its `first` or `last`, the number of its `ids` (literals or variables), or the length that its field declares. Lists of
 * introspection count by their length. A list or search at the root costs more than its items, because each is a separate read.
 *
 * @param subject a valid operation: fragments without cycles, fields that exist
 */
export function operationCost(subject: Operation): number {
  const { schema, operation } = subject;
  const costs = fixedCosts.get(schema) ?? new WeakMap<OperationDefinitionNode, number>();
  fixedCosts.set(schema, costs);
  const cached = costs.get(operation);
  if (cached !== undefined) return cached;
  const root = schema.getRootType(operation.operation);
  if (!root) return 0;
  const count = new CostCount(subject, root);
  const cost = Math.ceil(count.of(operation.selectionSet, root));
  if (!count.dependsOnVariables) costs.set(operation, cost);
  return cost;
}

/** Costs of operations whose list sizes are literals. Such a document is counted once. */
const fixedCosts = new WeakMap<GraphQLSchema, WeakMap<OperationDefinitionNode, number>>();

class CostCount {
  /** Whether the size of a counted list is a variable. */
  dependsOnVariables = false;

  /**
   * Costs of fragments. A fragment that is spread twice counts twice but is walked once, because nested fragments would
   * double the work at each level.
   */
  private readonly ofFragments = new Map<Sizes, Map<string, number>>();

  private readonly ofSchema: IntrospectionSizes;

  constructor(
    private readonly subject: Operation,
    private readonly root: GraphQLNamedType,
  ) {
    this.ofSchema = introspectionSizes(subject.schema);
  }

  /** @param sizes lengths of the schema lists at this point of the document */
  of({ selections }: SelectionSetNode, parent: GraphQLNamedType, sizes = this.ofSchema.largest): number {
    let cost = 0;
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) cost += this.ofField(selection, parent, sizes);
      else if (selection.kind === Kind.FRAGMENT_SPREAD) cost += this.ofFragment(selection.name.value, sizes);
      else cost += this.of(selection.selectionSet, this.typeOf(selection.typeCondition) ?? parent, sizes);
    }
    return cost;
  }

  private ofField(node: FieldNode, parent: GraphQLNamedType, sizes: Sizes): number {
    const field = this.fieldOf(parent, node.name.value);
    if (field === undefined) return 0;
    const cost = isIntrospectionType(parent) ? COST_OF_INTROSPECTION : 1;
    const type = getNamedType(field.type);
    if (node.selectionSet === undefined || !isCompositeType(type)) return cost;
    if (!isIntrospectionType(parent))
      return cost + this.ownCostOf(field, parent) + this.belowOf(node, field, node.selectionSet);
    return cost + (sizes[field.name] ?? 1) * this.of(node.selectionSet, type, this.sizesBelow(field, sizes));
  }

  /** Fields of the list itself, such as its total, occur once. */
  private belowOf(node: FieldNode, field: GraphQLField<unknown, unknown>, set: SelectionSetNode): number {
    const type = getNamedType(field.type);
    const items = this.itemsOf(node, field);
    const isConnection = isObjectType(type) && 'pageInfo' in type.getFields();
    const leaves = set.selections.filter(
      (selection) => selection.kind === Kind.FIELD && selection.selectionSet === undefined,
    );
    return items * this.of(set, type) - (isConnection ? (items - 1) * leaves.length : 0);
  }

  private fieldOf(parent: GraphQLNamedType, name: string): GraphQLField<unknown, unknown> | undefined {
    if (parent === this.root && META_FIELDS.has(name)) return META_FIELDS.get(name);
    return isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
  }

  /**
   * The lengths of schema lists below a field: the average below a list of all types, the maximum below any other type,
   * and otherwise unchanged.
   */
  private sizesBelow(field: GraphQLField<unknown, unknown>, sizes: Sizes): Sizes {
    if (field.name === 'types') return this.ofSchema.average;
    return getNamedType(field.type).name === '__Type' ? this.ofSchema.largest : sizes;
  }

  /** Returns the fixed cost of a field, without that of its result. */
  private ownCostOf(field: GraphQLField<unknown, unknown>, parent: GraphQLNamedType): number {
    const cost = field.extensions[COST];
    if (typeof cost === 'number') return cost;
    return parent === this.root && field.args.some(({ name }) => saysSize(name)) ? COST_OF_LIST : 0;
  }

  private ofFragment(name: string, sizes: Sizes): number {
    const costs = this.ofFragments.get(sizes) ?? new Map<string, number>();
    this.ofFragments.set(sizes, costs);
    const cached = costs.get(name);
    if (cached !== undefined) return cached;
    const fragment = this.subject.fragments.get(name);
    const type = this.typeOf(fragment?.typeCondition);
    const cost = fragment && type ? this.of(fragment.selectionSet, type, sizes) : 0;
    costs.set(name, cost);
    return cost;
  }

  private itemsOf(node: FieldNode, field: GraphQLField<unknown, unknown>): number {
    const maxItems = field.extensions[MAX_ITEMS];
    if (typeof maxItems === 'number') return maxItems;
    if (!field.args.some(({ name }) => saysSize(name))) return 1;
    const sizeArguments = (node.arguments ?? []).filter(({ name }) => saysSize(name.value));
    const sizes = sizeArguments.map(({ value }) => this.sizeIn(value)).filter((size) => size !== undefined);
    return sizes.length === 0 ? DEFAULT_PAGE_ITEMS : Math.max(1, ...sizes);
  }

  private sizeIn(value: ValueNode): number | undefined {
    if (value.kind === Kind.INT) return Number(value.value);
    if (value.kind === Kind.LIST) return value.values.length;
    if (value.kind !== Kind.VARIABLE) return undefined;
    this.dependsOnVariables = true;
    const name = value.name.value;
    const variable = this.subject.variables[name];
    if (Array.isArray(variable)) return variable.length;
    if (variable !== undefined) return typeof variable === 'number' ? variable : undefined;
    const definition = this.subject.operation.variableDefinitions?.find(
      (declared) => declared.variable.name.value === name,
    );
    return definition?.defaultValue === undefined ? undefined : this.sizeIn(definition.defaultValue);
  }

  private typeOf(node: FragmentDefinitionNode['typeCondition'] | undefined): GraphQLNamedType | undefined {
    return node && typeFromAST(this.subject.schema, node);
  }
}

function saysSize(argument: string): boolean {
  return argument === 'first' || argument === 'last' || argument === 'ids';
}
