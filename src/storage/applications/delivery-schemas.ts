import type { Schema } from 'mongoose';
import { internalSchema } from '../mongo/document-schema';

export function deliverySchema(): Schema {
  const names = { _id: String, applicationId: String, connector: String, messageId: String, place: String };
  const answer = { to: String, conversation: Number, reply: String, state: String, isWritten: Boolean };
  const attempts = { attempts: Number, status: Number, problem: String, nextAt: Number, owner: String };
  return internalSchema({ ...names, ...answer, ...attempts, createdAt: Date, expiresAt: Date })
    .index({ applicationId: 1, connector: 1, place: 1 })
    .index({ applicationId: 1, connector: 1, to: 1, state: 1, place: 1 })
    .index({ state: 1, nextAt: 1 })
    .index({ applicationId: 1, state: 1 })
    .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
}

export function senderSchema(): Schema {
  const sender = { _id: String, applicationId: String, conversation: String, owner: String, until: Number };
  return internalSchema({ ...sender, expiresAt: Date })
    .index({ applicationId: 1 })
    .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
}
