import type { Schema } from 'mongoose';
import { Proposal } from '../../domain/article/proposal';
import { documentSchema } from '../mongo/document-schema';

export function proposalSchema(): Schema {
  return documentSchema(Proposal, { place: String, source: String, text: String, isByMember: Boolean })
    .index({ proposalId: 1 })
    .index({ dictionaryId: 1, number: 1, state: 1, place: 1 })
    .index({ dictionaryId: 1, state: 1, place: 1 })
    .index({ userNumber: 1, state: 1, place: 1 });
}
