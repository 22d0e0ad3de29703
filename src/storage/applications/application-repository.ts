import { trusted, type Model } from 'mongoose';
import { type ApplicationRecord, Application } from '../../domain/chatbot/application';
import { isDuplicateKey, wasStored } from '../mongo/database-error';
import type { Models } from '../models';
import { applicationUsage } from '../../domain/usage/usage';
import {
  APPLICATION_TOTAL,
  type ApplicationNames,
  claimNames,
  insertApplication,
} from './insert-application';
import type { Usages } from './usages';
import type { KnownNetwork } from '../../domain/account/known-networks';
import { checkedResourceSize } from '../../domain/chatbot/resource/resource-record';
import { countKeyed, type RangeQuery, readKeyed } from '../lists/keyed-list';
import { MAX_EXAMINED } from '../../shared/paging';
import { readByBytes, type Sized } from '../lists/bounded-read';
import { removeResources } from './remove-resources';
import type { CounterRecord, SessionRecord } from '../records';
import { endSessions, type EndedSessions, laterThan } from '../accounts/session-repository';
import type { Transact } from '../mongo/transaction';

export type ApplicationChange = Partial<
  Omit<ApplicationRecord, 'publicId' | 'isPlatform' | 'lists' | 'createdAt' | 'likeCount' | 'unlikeCount'>
>;

/** The forms of an application's names that must be unique. */
const UNIQUE_NAME_FIELDS = ['nameKey', 'emailKey', 'skeleton'] as const;

/** Fields that are stored only for searches. */
const SEARCH_ONLY_FIELDS: ReadonlySet<string> = new Set(['_id', 'grams']);

const NAME_FIELDS = { _id: 0, publicId: 1, nameKey: 1, emailKey: 1 } as const;

/** Number of pieces of a text that are examined to find a selective one. */
const MAX_TRIED_PIECES = 10;

export interface FoundNames {
  readonly names: readonly ApplicationNames[];
  /** Whether the result contains all applications with the pieces. */
  readonly isComplete: boolean;
}

type SizedApplication = Sized & Pick<ApplicationRecord, 'publicId'>;

const SIZE_FIELDS = { _id: 0, publicId: 1, bytes: 1 } as const;

/** Filter of applications; all by default. */
export type ApplicationScope = Partial<Pick<ApplicationRecord, 'isDisabled'>>;

/** Chatbot applications. Every change of the right to log in ends sessions in the same transaction. */
export class ApplicationRepository {
  private readonly allFields: Readonly<Record<string, 0 | 1>>;

  constructor(
    private readonly models: Models,
    private readonly transact: Transact,
    private readonly usages: Usages,
  ) {
    const names = Object.keys(models.applications.schema.paths).filter(
      (name) => !SEARCH_ONLY_FIELDS.has(name),
    );
    this.allFields = { _id: 0, ...Object.fromEntries(names.map((name) => [name, 1] as const)) };
  }

  /** The platform's own application. */
  async findPlatform(): Promise<ApplicationRecord | undefined> {
    const applications = await this.models.applications
      .findOne({ isPlatform: true }, this.allFields)
      .lean<ApplicationRecord>();
    return applications ?? undefined;
  }

  /**
   * The application with an email or, without one, a name, in the form in which they are unique. Costs the same whatever it
   * finds.
   */
  async findByKey(key: string): Promise<ApplicationRecord | undefined> {
    const [byEmail, byName] = await Promise.all([
      this.models.applications.findOne({ emailKey: key }, this.allFields).lean<ApplicationRecord>(),
      this.findByName(key),
    ]);
    return byEmail ?? byName;
  }

  /** The application with a name, in the form in which names are unique. */
  async findByName(nameKey: string): Promise<ApplicationRecord | undefined> {
    const application = await this.models.applications
      .findOne({ nameKey }, this.allFields)
      .lean<ApplicationRecord>();
    return application ?? undefined;
  }

  /** Applications in any order; missing ones are omitted. @throws Failure TOO_LARGE */
  async findMany(publicIds: readonly string[]): Promise<ApplicationRecord[]> {
    if (publicIds.length <= 1) return this.findTogether(publicIds);
    const sizes = await this.models.applications
      .find({ publicId: trusted({ $in: publicIds }) }, SIZE_FIELDS)
      .lean<SizedApplication[]>();
    return this.load(sizes);
  }

  /** Applications ordered by the unique form of their names. @throws Failure TOO_LARGE */
  async read(filter: ApplicationScope, query: RangeQuery): Promise<ApplicationRecord[]> {
    const sizes = await readKeyed<SizedApplication>(
      this.models.applications as unknown as Model<SizedApplication>,
      { key: 'nameKey', filter, fields: SIZE_FIELDS },
      query,
    );
    const applications = await this.load(sizes);
    const byId = new Map(applications.map((application) => [application.publicId, application]));
    return sizes.flatMap(({ publicId }) => byId.get(publicId) ?? []);
  }

  private load(sizes: readonly SizedApplication[]): Promise<ApplicationRecord[]> {
    return readByBytes(sizes, (piece) => this.findTogether(piece.map(({ publicId }) => publicId)));
  }

  private findTogether(publicIds: readonly string[]): Promise<ApplicationRecord[]> {
    return this.models.applications
      .find({ publicId: trusted({ $in: publicIds }) }, this.allFields)
      .batchSize(publicIds.length + 1)
      .lean<ApplicationRecord[]>()
      .exec();
  }

  /**
   * The names of applications that contain all these pieces, read along the index of a selective piece. If no piece
   * is selective, only some of those with the first one.
   */
  async namesWith(grams: readonly string[], filter: ApplicationScope): Promise<FoundNames> {
    const { applications } = this.models;
    const lead = await this.rarePiece(grams);
    // The database reads an index by the first piece.
    const pieces =
      lead === undefined ? grams.slice(0, 1) : [lead, ...grams.filter((piece) => piece !== lead)];
    const names = await applications
      .find({ $and: pieces.map((piece) => ({ grams: piece })), ...filter }, NAME_FIELDS)
      .limit(MAX_EXAMINED)
      .lean<ApplicationNames[]>()
      .exec();
    return { names, isComplete: lead !== undefined };
  }

  private async rarePiece(grams: readonly string[]): Promise<string | undefined> {
    for (const piece of grams.slice(0, MAX_TRIED_PIECES))
      if ((await countKeyed(this.models.applications, { grams: piece })) !== null) return piece;
    return undefined;
  }

  /** Counts applications in an index; `null` if there are more than the maximum that is counted. */
  count(filter: ApplicationScope): Promise<number | null> {
    return countKeyed(this.models.applications, { ...filter });
  }

  async total(): Promise<number> {
    const record = await this.models.counters.findOne({ _id: APPLICATION_TOTAL }).lean<CounterRecord>();
    return record?.value ?? 0;
  }

  /**
   * Stores a new application; `false` if the name or the email is taken.
   *
   * @param isOpen whether it is registered without an account, so that the smaller quota applies
   */
  insert(
    application: ApplicationRecord,
    { isOpen = false }: { readonly isOpen?: boolean } = {},
  ): Promise<boolean> {
    const { models, usages } = this;
    return wasStored(
      this.transact(async (session) => {
        if (isOpen) await usages.restrict(applicationUsage(application.publicId), session);
        await insertApplication({ models, usages, session }, application);
      }),
    );
  }

  /**
   * Changes an application based on its current state.
   *
   * @param ends the sessions that end in the same transaction; none by default
   * @throws Failure TOO_LARGE, QUOTA_EXCEEDED
   * @returns the application after the change; `undefined` when there is none, `taken` when its name or email belongs
   *   to another one
   */
  async update(
    publicId: string,
    changeOf: (before: ApplicationRecord) => ApplicationChange,
    ends?: EndedSessions,
  ): Promise<ApplicationRecord | 'taken' | undefined> {
    try {
      return await this.transact(async (session) => {
        const { applications } = this.models;
        const before = await applications.findOne({ publicId }, {}, { session }).lean<ApplicationRecord>();
        if (!before) return undefined;
        const change = changeOf(before);
        const names = { ...before, ...change, before: before.skeleton };
        if (UNIQUE_NAME_FIELDS.some((field) => names[field] !== before[field]))
          await claimNames(this.models, names, session);
        const bytes = checkedResourceSize(Application, { ...before, ...change });
        const grown = { objects: 0, bytes: bytes - before.bytes };
        await this.usages.count(applicationUsage(publicId), grown, session);
        const application = await applications
          .findOneAndUpdate(
            { publicId },
            { $set: { ...change, bytes } },
            { session, returnDocument: 'after' },
          )
          .lean<ApplicationRecord>();
        if (application && ends)
          await endSessions(this.models, { kind: 'application', ...ends, accountId: publicId }, session);
        return application ?? undefined;
      });
    } catch (error) {
      if (isDuplicateKey(error)) return 'taken';
      throw error;
    }
  }

  /** Deletes an application with everything it owns and its sessions; `false` if it no longer exists. */
  async remove(publicId: string): Promise<boolean> {
    return this.transact(async (session) => {
      const { deletedCount } = await this.models.applications
        .deleteOne({ publicId, isPlatform: false })
        .session(session);
      if (deletedCount === 0) return false;
      await removeResources(this.models, publicId, session);
      await this.usages.remove(applicationUsage(publicId), session);
      await endSessions(this.models, { kind: 'application', accountId: publicId }, session);
      await this.models.counters.updateOne({ _id: APPLICATION_TOTAL }, { $inc: { value: -1 } }, { session });
      return true;
    });
  }

  /**
   * Stores the session of a login, unless the application changed since its password was verified: an application
   * that is disabled at this moment gets no token.
   *
   * @param knownNetworks the networks of the account from now on
   */
  openSession(
    { publicId, passwordHash }: Pick<ApplicationRecord, 'publicId' | 'passwordHash'>,
    opened: SessionRecord,
    knownNetworks?: readonly KnownNetwork[],
  ): Promise<boolean> {
    return this.transact(async (session) => {
      const same = { publicId, passwordHash, isDisabled: false };
      const { matchedCount, modifiedCount } = await this.models.applications.updateOne(
        same,
        { $set: { lastLoginAt: opened.createdAt, ...(knownNetworks && { knownNetworks }) } },
        { session },
      );
      if (matchedCount > modifiedCount)
        await this.models.applications.updateOne(same, laterThan(opened.createdAt), { session });
      if (matchedCount === 1) await this.models.sessions.create([opened], { session });
      return matchedCount === 1;
    });
  }
}
