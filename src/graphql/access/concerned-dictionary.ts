import type { GraphQLField } from 'graphql';
import { Failure } from '../../shared/failure';
import type { Context } from '../context';
import { articleNamed, commentNamed, dictionaryIn } from '../node/named-objects';

type Names = Readonly<Record<string, string | null | undefined>>;

/** Finds the dictionary that an operation is about, for the role that it needs there; `undefined` when there is none. */
export type FindDictionary = (source: unknown, args: Names, context: Context) => Promise<string | undefined>;

/**
 * How the dictionary of a field is found: that of the object it belongs to, or the one that its arguments name. Arguments of
 * the same names mean the same in all operations.
 *
 * @throws Error when none of the arguments leads to a dictionary
 */
export function finderFor(type: string, { name, args }: GraphQLField<unknown, unknown>): FindDictionary {
  if (type !== 'Query' && type !== 'Mutation') return ofSource;
  const has = (argument: string) => args.some((one) => one.name === argument);
  if (has('import')) return ofImport;
  if (has('proposal')) return ofProposal;
  if (has('number')) return ofArticle;
  if (has('dictionary')) return ofDictionary;
  if (has('publicId')) return ofComment;
  throw new Error(`No argument of ${name} leads to the dictionary whose members may use it`);
}

const ofSource: FindDictionary = (source) =>
  Promise.resolve((source as { readonly dictionaryId?: string }).dictionaryId);

const ofImport: FindDictionary = async (_, args, context) =>
  (await context.imports.load(args['import'] ?? '')).dictionaryId;

const ofComment: FindDictionary = async (_, args, context) => {
  const comment = await context.comments.load(commentNamed(args));
  if (comment) return comment.dictionaryId;
  throw new Failure('NOT_FOUND', 'There is no such comment');
};

const ofProposal: FindDictionary = async (_, args, context) => {
  const proposal = await context.proposals.load(args['proposal'] ?? '');
  if (proposal) return proposal.dictionaryId;
  throw new Failure('NOT_FOUND', 'There is no such proposal');
};

const ofArticle: FindDictionary = (_, args, context) =>
  context.dictionaryIds.load(articleNamed(args).dictionaryId);

const ofDictionary: FindDictionary = async (_, args, context) => {
  const { dictionaryId = args['id'], dictionary } = args;
  const named = dictionaryIn({ dictionaryId, dictionary }, 'dictionaryId' in args ? 'dictionaryId' : 'id');
  return named === undefined ? undefined : context.dictionaryIds.load(named);
};
