import type { Item, RouteDefinition } from '../table/route';

const missing = [404, 'There is no such dictionary'] as const;

interface Change {
  readonly seq: number;
  readonly number: number;
  readonly article: {
    readonly number: number;
    readonly publicId: string;
    readonly revision: number;
    readonly source: unknown;
  } | null;
}

interface Changes extends Item {
  readonly _etag: string;
  readonly changes: readonly Change[];
}

function changeLine({ seq, number, article }: Change): Item {
  if (article === null) return { seq, gone: number };
  return { seq, article: [article.number, article.publicId, article.revision, article.source] };
}

/** A change as an array without names, in fewer bytes. */
function shortLineOf({ seq, number, article }: Change): readonly unknown[] {
  if (article === null) return [seq, number];
  return [seq, article.number, article.publicId, article.revision, article.source];
}

const changesAsLines =
  (written: (change: Change) => object): NonNullable<RouteDefinition['lines']> =>
  ({ dictionary }) => {
    const { _etag: etag, changes, ...end } = (dictionary as { readonly changes: Changes }).changes;
    return { etag, lines: [...changes.map(written), end] };
  };

const CHANGES = {
  method: 'GET',
  shows: 'object',
  query: ['after', 'generation', 'limit'],
  responses: {
    success: [200, 'Changes found'],
    empty: missing,
    failures: {
      missing,
      CHANGES_GONE: [410, 'The changes since then are not known; fetch the dictionary again'],
    },
  },
} as const;

/** Copies of dictionaries on devices. Their files, which no document reads, are sent by `http/offline-files.ts`. */
export const offline: readonly RouteDefinition[] = [
  {
    id: 'offline-manifest',
    method: 'GET',
    path: '/offline/:dictionary_id/manifest.json',
    run: 'lexicon/offline-copy',
    shows: 'object',
    responses: { success: [200, 'Manifest found'], failures: { missing } },
  },
  {
    ...CHANGES,
    id: 'offline-changes',
    path: '/offline/:dictionary_id/changes',
    run: 'lexicon/offline-changes',
    lines: changesAsLines(changeLine),
  },
  {
    ...CHANGES,
    id: 'offline-change-lines',
    path: '/offline/:dictionary_id/change-lines',
    run: 'lexicon/offline-change-lines',
    lines: changesAsLines(shortLineOf),
  },
];
