import mongoose, { type Connection, type InferSchemaType, Schema, Types } from 'mongoose';
import { startDatabase, type Server } from './server';

const authorSchema = new Schema({ name: { type: String, required: true }, born: Number });

const bookSchema = new Schema(
  {
    title: { type: String, required: true, trim: true },
    author: { type: Schema.Types.ObjectId, ref: 'Author' },
    chapters: [{ title: String, pages: { type: Number, min: 1 } }],
    tags: [String],
    ratings: { type: Map, of: Number },
    isPublished: { type: Boolean, default: false },
  },
  { timestamps: true, optimisticConcurrency: true },
);
bookSchema.virtual('pages').get(function () {
  return this.chapters.reduce((sum, { pages }) => sum + (pages ?? 0), 0);
});

type Author = InferSchemaType<typeof authorSchema>;

function modelsOn(connection: Connection) {
  return { authors: connection.model('Author', authorSchema), books: connection.model('Book', bookSchema) };
}

describe('mongoose', () => {
  let server: Server;
  let connection: Connection;
  let authors: ReturnType<typeof modelsOn>['authors'];
  let books: ReturnType<typeof modelsOn>['books'];

  beforeAll(async () => {
    server = await startDatabase();
    // Mongoose creates indexes with the option `background`, which the embedded database refuses.
    connection = await mongoose
      .createConnection(server.uri, { dbName: server.dbName, autoIndex: false })
      .asPromise();
    ({ authors, books } = modelsOn(connection));
    await authors.collection.createIndex({ name: 1 }, { unique: true }, {});
  });
  afterAll(async () => {
    await connection.close();
    await server.close();
  });
  beforeEach(async () => {
    await authors.deleteMany({});
    await books.deleteMany({});
  });

  it('stores, casts, validates and reads documents with parts, maps and times', async () => {
    const book = await books.create({
      title: '  Fables ',
      chapters: [{ title: 'Hare', pages: 10 }, { pages: 5 }],
      ratings: { critics: 4.5 },
    });
    const found = await books.findById(book._id).orFail();
    const refused = await books
      .create({ title: 'x', chapters: [{ pages: 0 }] })
      .catch((error: unknown) => error);

    expect(found.title).toBe('Fables');
    expect(found.get('pages')).toBe(15);
    expect(found.ratings?.get('critics')).toBe(4.5);
    expect(found.createdAt).toBeInstanceOf(Date);
    expect(refused).toBeInstanceOf(mongoose.Error.ValidationError);
  });

  it('saves only what changed', async () => {
    const { _id } = await books.create({ title: 'Tales', tags: ['a'] });
    const book = await books.findById(_id).orFail();
    await books.updateOne({ _id }, { $set: { isPublished: true } });

    book.tags = [...book.tags, 'b'];
    await book.save();

    const stored = await books.findById(_id).lean().orFail();
    expect(stored).toMatchObject({ title: 'Tales', isPublished: true, tags: ['a', 'b'] });
  });

  it('refuses to save a document that another writer has changed', async () => {
    const { _id } = await books.create({ title: 'Once' });
    const [first, second] = [await books.findById(_id).orFail(), await books.findById(_id).orFail()];
    first.title = 'Twice';
    await first.save();

    second.title = 'Thrice';
    const refused = await second.save().catch((error: unknown) => error);

    expect(refused).toBeInstanceOf(mongoose.Error.VersionError);
  });

  it('reports a duplicate with its key', async () => {
    await authors.create({ name: 'Ama' });

    const refused = await authors.create({ name: 'Ama' }).catch((error: unknown) => error);

    expect(refused).toMatchObject({ code: 11000, keyPattern: { name: 1 }, keyValue: { name: 'Ama' } });
  });

  it('fills references in with a second query', async () => {
    const author = await authors.create({ name: 'Ama' });
    await books.create([
      { title: 'A', author: author._id },
      { title: 'B', author: author._id },
      { title: 'C' },
    ]);

    const found = await books.find().sort({ title: 1 }).populate<{ author: Author | null }>('author').lean();

    expect(found.map((book) => book.author?.name)).toEqual(['Ama', 'Ama', undefined]);
  });

  it('updates, upserts, replaces and removes by query', async () => {
    await books.create({ title: 'A', tags: ['x'] });
    await books.bulkWrite([
      { updateOne: { filter: { title: 'B' }, update: { $set: { isPublished: true } }, upsert: true } },
      { updateMany: { filter: {}, update: { $set: { tags: ['x', 'y'] } } } },
      { deleteOne: { filter: { title: 'none' } } },
    ]);
    const upserted = await books.findOneAndUpdate(
      { title: 'C' },
      { $set: { tags: ['p', 'q'] }, $setOnInsert: { isPublished: true } },
      { upsert: true, returnDocument: 'after' },
    );
    const removed = await books.findOneAndDelete({ title: 'A' }).lean();

    expect(upserted.tags).toEqual(['p', 'q']);
    expect(removed?.tags).toEqual(['x', 'y']);
    expect(await books.countDocuments({ isPublished: true })).toBe(2);
    expect(await books.exists({ title: 'A' })).toBeNull();
  });

  it('reads by cursor, with chosen fields, in order', async () => {
    await books.insertMany(
      Array.from({ length: 250 }, (_, n) => ({ title: `t${String(n).padStart(3, '0')}` })),
    );
    const titles: string[] = [];

    const cursor = books.find({}, { title: 1, _id: 0 }).sort({ title: -1 }).batchSize(100).lean().cursor();
    for await (const { title } of cursor) titles.push(title);

    expect(titles).toHaveLength(250);
    expect(titles.slice(0, 2)).toEqual(['t249', 't248']);
  });

  it('counts', async () => {
    await books.insertMany(
      ['a', 'b', 'a'].map((tag, n) => ({ title: String(n), tags: [tag], isPublished: tag === 'a' })),
    );

    expect(await books.countDocuments({ title: { $in: ['0', '1'] } })).toBe(2);
    expect(await books.countDocuments({ tags: 'a', isPublished: true }, { limit: 1 })).toBe(1);
  });

  it('runs transactions, and undoes both documents and database when one fails', async () => {
    const author = new authors({ name: 'Kofi' });

    await connection.transaction(async (session) => {
      await author.save({ session });
      await books.create([{ title: 'Good', author: author._id }], { session });
    });
    const failed = await connection
      .transaction(async (session) => {
        await books.create([{ title: 'Bad', author: author._id }], { session });
        throw new Error('changed my mind');
      })
      .catch((error: unknown) => error);

    expect(failed).toEqual(new Error('changed my mind'));
    expect((await books.find({ author: new Types.ObjectId(author.id) })).map(({ title }) => title)).toEqual([
      'Good',
    ]);
  });
});
