import { Schema } from 'mongoose';
import { User } from '../../domain/account/user';
import { documentSchema, internalSchema, partSchema } from '../mongo/document-schema';

const knownNetwork = partSchema({ mark: String, seenAt: Date });
const refresh = partSchema({ hash: String, before: String, rotatedAt: Date });
const passwordReset = partSchema({ hash: String, by: Number, createdAt: Date, expiresAt: Date });
const apiKey = partSchema({
  prefix: String,
  hash: String,
  name: String,
  scopes: [String],
  dictionaryIds: { type: [String], default: undefined },
  createdAt: Date,
  expiresAt: Date,
});
const membership = partSchema({ dictionaryId: String, role: String });

/** The common form of similar names, and the fields that logins use. */
export const loginFields = {
  skeleton: String,
  passwordHash: String,
  lastLoginAt: Date,
  knownNetworks: [knownNetwork],
};

export function userSchema(): Schema {
  return documentSchema(User, {
    nameKey: String,
    memberships: [membership],
    memberOf: [String],
    ownersMayResetPassword: Boolean,
    passwordReset,
    apiKeys: { type: [apiKey], default: undefined },
    keyUses: Schema.Types.Mixed,
    ...loginFields,
  })
    .index({ nameKey: 1 }, { unique: true })
    .index({ number: 1 }, { unique: true })
    .index({ skeleton: 1 })
    .index({ memberOf: 1, nameKey: 1 })
    .index({ role: 1, isDisabled: 1, nameKey: 1 })
    .index({ role: 1, nameKey: 1 })
    .index({ isDisabled: 1, nameKey: 1 });
}

export function sessionSchema(): Schema {
  const account = { kind: String, accountId: String, name: String, role: String };
  const times = { createdAt: Date, expiresAt: Date };
  return internalSchema({ _id: String, ...account, memberships: [membership], refresh, ...times })
    .index({ kind: 1, accountId: 1 })
    .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
}

/** The rate-limiting library determines its fields. */
export function attemptSchema(): Schema {
  return internalSchema({ key: String, points: Number, expire: Date })
    .index({ key: 1 }, { unique: true })
    .index({ expire: -1 }, { expireAfterSeconds: 0 });
}
