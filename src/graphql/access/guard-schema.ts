import { type GraphQLField, type GraphQLSchema, isObjectType } from 'graphql';
import { AUTHORISE, type Authorise } from '../../shared/extensions';
import type { Context } from '../context';
import { wrapOperation } from '../fields/wrap-field';
import { type Access, neededRole, requireAccess } from './access-table';
import { needsScope, refuseKey } from './key-scopes';
import { Failure } from '../../shared/failure';
import {
  articleNamed,
  commentNamed,
  dictionaryIn,
  importNamed,
  mediaNamed,
  proposalNamed,
} from '../node/named-objects';

type Names = Readonly<Record<string, string | null | undefined>>;

/** Finds the dictionary that an operation is about, for the role that it needs there; `undefined` when there is none. */
type FindDictionary = (source: unknown, args: Names, context: Context) => Promise<string | undefined>;

/**
 * Returns the function that finds the dictionary of a field: that of its object, or the one that its arguments name. Arguments of
 * the same name have the same meaning in all operations.
 *
 * @throws Error when none of the arguments leads to a dictionary
 */
function finderFor(type: string, { name, args }: GraphQLField<unknown, unknown>): FindDictionary {
  if (type !== 'Query' && type !== 'Mutation') return ofSource;
  const has = (argument: string) => args.some((declared) => declared.name === argument);
  if (has('import')) return ofImport;
  if (has('proposal')) return ofProposal;
  if (has('media')) return ofMedia;
  if (has('number')) return ofArticle;
  if (has('dictionary')) return ofDictionary;
  if (has('publicId')) return ofComment;
  throw new Error(`No argument of ${name} leads to the dictionary whose members may use it`);
}

const ofSource: FindDictionary = (source) =>
  Promise.resolve((source as { readonly dictionaryId?: string }).dictionaryId);

const ofImport: FindDictionary = async (_, args, context) => {
  const record = await context.imports.load(importNamed(args));
  if (record) return record.dictionaryId;
  throw new Failure('NOT_FOUND', 'There is no such import');
};

const ofComment: FindDictionary = async (_, args, context) => {
  const comment = await context.comments.load(commentNamed(args));
  if (comment) return comment.dictionaryId;
  throw new Failure('NOT_FOUND', 'There is no such comment');
};

const ofProposal: FindDictionary = async (_, args, context) => {
  const proposal = await context.proposals.load(proposalNamed(args));
  if (proposal) return proposal.dictionaryId;
  throw new Failure('NOT_FOUND', 'There is no such proposal');
};

const ofMedia: FindDictionary = async (_, args, context) => {
  const media = await context.media.load(mediaNamed(args));
  if (media) return media.dictionaryId;
  throw new Failure('NOT_FOUND', 'There is no such recording or picture');
};

const ofArticle: FindDictionary = (_, { articleId, id = articleId, ...names }, context) =>
  context.dictionaryIds.load(articleNamed({ id, ...names }).dictionaryId);

const ofDictionary: FindDictionary = async (_, args, context) => {
  const { dictionaryId = args['id'], dictionary } = args;
  const named = dictionaryIn({ dictionaryId, dictionary }, 'dictionaryId' in args ? 'dictionaryId' : 'id');
  return named === undefined ? undefined : context.dictionaryIds.load(named);
};

export interface GuardOptions {
  readonly table: Readonly<Record<string, Access>>;
  /** Access rules that the configuration opens to everyone. */
  readonly opened: ReadonlySet<Access>;
}

const ROOT_TYPES: ReadonlySet<string> = new Set(['Query', 'Mutation', 'Subscription']);

/**
 * Puts the guard of its access rule in front of every field.
 *
 * @throws Error when a root field has no access rule, or a rule no field
 */
export function guardSchema(schema: GraphQLSchema, { table, opened }: GuardOptions): GraphQLSchema {
  const rules = new Map(Object.entries(table));
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const name = `${type.name}.${field.name}`;
      const access = rules.get(name);
      if (access === undefined && ROOT_TYPES.has(type.name))
        throw new Error(`${name} has no rule in the access table`);
      rules.delete(name);
      if (access === undefined) continue;
      if (access !== 'anyone' && !opened.has(access)) guardField(field, { access, type: type.name });
      else if (needsScope(name)) guardKeys(field, name);
    }
  }
  const [unusedRule] = rules.keys();
  if (unusedRule !== undefined)
    throw new Error(`the access table has a rule for ${unusedRule}, which does not exist`);
  return schema;
}

/** Everyone may use the field, but an API key needs its scope. */
function guardKeys(field: GraphQLField<unknown, unknown>, name: string): void {
  const authorise: Authorise = (context) => {
    refuseKey(name, (context as Context).viewer);
  };
  field.extensions = { ...field.extensions, [AUTHORISE]: authorise };
  wrapOperation(field, (resolve) => (source, args, context, info) => {
    authorise(context);
    return resolve(source, args, context, info);
  });
}

interface AccessRule {
  readonly access: Exclude<Access, 'anyone'>;
  /** Name of the type that has the field. */
  readonly type: string;
}

/**
 * The rights of the writer are read again when something is stored: the session, and the role in the dictionary if that is
 * what permits it.
 */
function guardField(field: GraphQLField<unknown, unknown>, { access, type }: AccessRule): void {
  const writes = type === 'Mutation';
  const role = neededRole(access);
  const find = role && finderFor(type, field);
  const authorise: Authorise = (context) => {
    const { viewer } = context as Context;
    requireAccess(access, viewer);
    refuseKey(`${type}.${field.name}`, viewer);
  };
  field.extensions = { ...field.extensions, [AUTHORISE]: authorise };
  if (!role || !find) {
    wrapOperation(field, (resolve) => (source, args, context, info) => {
      authorise(context);
      const { viewer, work } = context;
      if (writes && viewer.role !== 'anonymous') work.writer = viewer;
      return resolve(source, args, context, info);
    });
    return;
  }
  wrapOperation(field, (resolve) => async (source, args, context, info) => {
    authorise(context);
    const { viewer, work } = context;
    if (viewer.role === 'admin') {
      if (writes) work.writer = viewer;
      return resolve(source, args, context, info);
    }
    // Without a dictionary, the operation finds nothing, or creates one, which is for admins.
    const dictionaryId = (await find(source, args as never, context)) ?? '';
    requireAccess(access, viewer, dictionaryId);
    if (writes) work.writer = { ...viewer, needs: { dictionaryId, role } };
    return resolve(source, args, context, info);
  });
}
