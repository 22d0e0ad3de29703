import { type Connection, type Model, Schema } from 'mongoose';
import { Article } from '../domain/article/article';
import { Dictionary, type DictionaryRecord } from '../domain/dictionary/dictionary';
import type { ArticleDocument } from './article-document';
import { documentSchema, internalSchema } from './document-schema';
import type { ListSegment } from './list-segment';

/** A number that only grows: article numbers, dictionary numbers, user numbers. */
export interface CounterRecord {
  readonly _id: string;
  readonly value: number;
}

/** What a database knows about itself: its format, the lock of migrations, what was done once. */
export interface SystemRecord {
  readonly _id: string;
  readonly version?: number;
  readonly oldestGateway?: number;
  readonly owner?: string;
  readonly until?: number;
  readonly progress?: unknown;
  readonly doneAt?: Date;
}

/** A person or an application that can log in. `passwordHash` never leaves the storage and account services. */
export interface AccountRecord {
  readonly nameKey: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly createdAt: Date;
}

export interface UserRecord extends AccountRecord {
  readonly number: number;
  readonly role: 'user' | 'admin';
}

export interface ApplicationRecord extends AccountRecord {
  readonly publicId: string;
  readonly email: string;
  readonly emailKey: string;
  readonly isPlatform: boolean;
}

const strings = { type: [String] };
const imported = { type: new Schema({ hash: String, revision: Number }, { _id: false, strict: 'throw' }) };
const account = { nameKey: String, name: String, passwordHash: String, createdAt: Date };

/**
 * All collections with their indexes. Every unique index begins with the field by which its collection is sharded
 * (`dictionaryId`; `scope`, which is a dictionary or all), so that a shard can enforce it alone; accounts and counters are few
 * and stay unsharded.
 */
export function modelsOf(connection: Connection) {
  const article = documentSchema(Article, {
    source: String,
    keys: { type: new Schema({ exact: strings, folded: strings }, { _id: false, strict: 'throw' }) },
    sortKey: String,
    lists: strings,
    rules: {
      type: new Schema({ reading: Number, sort: Number, keys: Number }, { _id: false, strict: 'throw' }),
    },
    imported,
  });
  article.index({ dictionaryId: 1, number: 1 }, { unique: true });
  article.index({ dictionaryId: 1, publicId: 1 }, { unique: true });
  article.index({ dictionaryId: 1, lists: 1, isDisabled: 1, sortKey: 1 });
  article.index({ lists: 1, isDisabled: 1, sortKey: 1 });

  const dictionary = documentSchema(Dictionary, { imported });
  dictionary.index({ dictionaryId: 1 }, { unique: true });
  dictionary.index({ number: 1 });

  const segment = internalSchema({ scope: String, from: String, counts: Schema.Types.Mixed });
  segment.index({ scope: 1, from: 1 }, { unique: true });

  const user = internalSchema({ ...account, number: Number, role: String });
  user.index({ nameKey: 1 }, { unique: true });

  const application = internalSchema({
    ...account,
    publicId: String,
    email: String,
    emailKey: String,
    isPlatform: Boolean,
  });
  application.index({ nameKey: 1 }, { unique: true });
  application.index({ emailKey: 1 }, { unique: true });

  const model = <T>(name: string, schema: Schema, collection: string): Model<T> =>
    connection.model(name, schema, collection) as unknown as Model<T>;
  return {
    articles: model<ArticleDocument>('Article', article, 'articles'),
    dictionaries: model<DictionaryRecord>('Dictionary', dictionary, 'dictionaries'),
    segments: model<ListSegment>('ListSegment', segment, 'listSegments'),
    counters: model<CounterRecord>('Counter', internalSchema({ _id: String, value: Number }), 'counters'),
    system: model<SystemRecord>(
      'System',
      internalSchema({
        ...{
          _id: String,
          version: Number,
          oldestGateway: Number,
          owner: String,
          until: Number,
          doneAt: Date,
        },
        progress: Schema.Types.Mixed,
      }),
      'system',
    ),
    users: model<UserRecord>('User', user, 'users'),
    applications: model<ApplicationRecord>('Application', application, 'applications'),
  };
}

export type Models = ReturnType<typeof modelsOf>;
