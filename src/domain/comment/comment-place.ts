import type { Comment } from './comment';

/** Where a comment stands in every list: when it was sent, then its identifier. */
export function commentPlace({ sentAt, publicId }: Pick<Comment, 'sentAt' | 'publicId'>): string {
  return `${sentAt.toISOString()}\u0001${publicId}`;
}
