import { revisionPlace } from '../../domain/article/revision-of';
import { commentPlace } from '../../domain/comment/comment-place';
import type { Session } from './examination';
import type { Window, Wrong } from './window';

interface Placed {
  readonly _id: unknown;
  readonly number: number;
  readonly place: unknown;
  readonly [field: string]: unknown;
}

/** What the place of a document in its list is made of. */
const PLACES = {
  comments: {
    fields: ['sentAt', 'publicId'],
    place: ({ sentAt, publicId }: Placed) =>
      commentPlace({ sentAt: sentAt as Date, publicId: String(publicId) }),
  },
  revisions: {
    fields: ['revision'],
    place: ({ revision }: Placed) => revisionPlace(Number(revision)),
  },
} as const;

/** Comments and earlier revisions are listed by a text of their own, which is made of what they say. */
export async function checkPlaces({ models, session, mends }: Session, { filter }: Window): Promise<Wrong> {
  const wrong: [string, number][] = [];
  for (const name of ['comments', 'revisions'] as const) {
    const { collection } = models[name];
    const { fields, place } = PLACES[name];
    const projection = Object.fromEntries(['number', 'place', ...fields].map((field) => [field, 1]));
    const found = collection.find(filter, { projection, session });
    for await (const one of found as unknown as AsyncIterable<Placed>) {
      if (one.place === place(one)) continue;
      wrong.push([`one of the ${name} stands in the wrong place of the list`, one.number]);
      if (mends)
        await collection.updateOne({ _id: one._id as never }, { $set: { place: place(one) } }, { session });
    }
  }
  return wrong;
}
