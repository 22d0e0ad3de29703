import type { Models } from '../../src/storage/models';

export const DICTIONARY = 'qaa_fr_1';

/** Changes a document behind the back of everything. */
export const set = (name: keyof Models, filter: object, change: object) => (models: Models) =>
  models[name].collection.updateOne(filter, { $set: change });

export const FIRST = { dictionaryId: DICTIONARY, number: 1 };
export const REPAIR = 'Run `npm run repair`.';
const SECOND = { dictionaryId: DICTIONARY, number: 2 };
const ofArticle = (what: string, number = 1) => [
  `${DICTIONARY}: ${what}, in 1 article (${String(number)}). ${REPAIR}`,
];
const ofList = (collection: string, what: string) => `${collection}: ${what}, in 1 list (…). ${REPAIR}`;
const ofUsage = (what: string) =>
  `${what}, in 1 application, dictionary or author of comments (…). ${REPAIR}`;
/** Takes the first article out of a list. */
const without = (list: string) => async (models: Models) => {
  const article = await models.articles.collection.findOne<{ lists: string[] }>(FIRST);
  return set('articles', FIRST, { lists: article?.lists.filter((other) => other !== list) })(models);
};
const ofTotal = (scope: string, list: string) =>
  `${scope}: the total of shown articles in the list ${list} is wrong, in 1 segment (the first). ${REPAIR}`;
const wrong = (field: string, number = 1) => ofArticle(`${field} does not match the JSON`, number);

/** What is changed, and what is said of it. */
type Damage = readonly [plant: (models: Models) => Promise<unknown>, said: readonly string[]];

/** Damage that is planted together. */
export const ROUNDS: Readonly<Record<string, readonly Damage[]>> = {
  'what is derived from articles': [
    [set('articles', FIRST, { headword: 'x' }), wrong('the headword')],
    [set('articles', SECOND, { radical: null }), wrong('the radical', 2)],
    [set('articles', FIRST, { text: 'x' }), wrong('the text')],
    [set('articles', FIRST, { 'content.type': 'verb' }), wrong('the typed reading')],
    [set('articles', FIRST, { 'keys.precise': ['lx'] }), wrong('the set of search keys')],
    [set('articles', FIRST, { 'rules.reading': 0 }), wrong('the version of the rules')],
    [
      set('articles', SECOND, { sortKey: `b\u0001b\u0001${DICTIONARY}\u00010000000000000002` }),
      wrong('the sort key', 2),
    ],
    [set('articles', SECOND, { lists: ['article', 'category=v', 'entry'] }), wrong('the set of facets', 2)],
    [
      without('category'),
      [
        ...wrong('the set of lists'),
        ofTotal(DICTIONARY, 'category'),
        ofTotal('all dictionaries', 'category'),
      ],
    ],
  ],
  'totals, counters, votes and names': [
    [set('segments', { scope: DICTIONARY }, { 'counts.shown.entry': 7 }), [ofTotal(DICTIONARY, 'entry')]],
    [
      set('segments', { scope: '*' }, { 'counts.hidden.article': 1 }),
      [ofTotal('all dictionaries', 'article').replace('shown', 'hidden')],
    ],
    [set('articles', FIRST, { likeCount: 2 }), ofArticle('the likes or unlikes do not match the votes')],
    [
      set('comments', FIRST, { unlikeCount: 0, isShown: false }),
      [
        ...ofArticle('the likes or unlikes of a comment do not match the votes'),
        ...ofArticle('a comment is wrongly shown or hidden'),
      ],
    ],
    [set('comments', FIRST, { place: 'x' }), ofArticle('one of the comments has a wrong sort key')],
    [
      set('revisions', { ...FIRST, revision: 2 }, { place: '2' }),
      ofArticle('one of the revisions has a wrong sort key'),
    ],
    [
      set('revisions', { ...FIRST, revision: 1 }, { number: 9 }),
      ofArticle('there are revisions of a deleted article', 9),
    ],
    [
      set('counters', { _id: 'total:users' }, { value: 5 }),
      [`The total of users is 5, but 1 exist. ${REPAIR}`],
    ],
    [
      ({ counters }) => counters.deleteOne({ _id: 'total:dictionaries' }),
      [`The total of dictionaries is 0, but 1 exist. ${REPAIR}`],
    ],
    [
      set('counters', { _id: `article:${DICTIONARY}` }, { value: 2 }),
      [
        `The counter article:${DICTIONARY} is 2, but the number 3 is in use: new numbers would collide. ${REPAIR}`,
      ],
    ],
    [
      set('counters', { _id: `article:${DICTIONARY}` }, { seq: 1 }),
      [
        // Three articles, and the first one was hidden and shown.
        `${DICTIONARY}: the last position in the sequence is 1, but position 5 is in use. ${REPAIR}`,
      ],
    ],
    [set('articles', SECOND, { seq: 3 }), ofArticle('its position in the sequence is missing or shared', 3)],
    [
      ({ removals }) => removals.create({ ...FIRST, publicId: 'x', seq: 4, at: new Date() }),
      ofArticle('it is noted as removed, and readers see it'),
    ],
    [
      ({ offlineBases }) =>
        offlineBases.create({
          dictionaryId: DICTIONARY,
          generation: '1-x',
          seq: 1,
          articles: 1,
          files: [{ sha256: 'none', bytes: 1, articles: 1, from: 1, to: 1024 }],
          at: new Date(),
        }),
      [`${DICTIONARY}: files of its offline copy are damaged or superfluous. ${REPAIR}`],
    ],
    [
      set('users', { username: 'Chief' }, { nameKey: 'other' }),
      [`users: nameKey does not match the account, in 1 user (Chief). ${REPAIR}`],
    ],
    [
      set('applications', { name: 'shop' }, { grams: ['s'] }),
      [`applications: grams does not match the account, in 1 application (shop). ${REPAIR}`],
    ],
  ],
  'lists of applications, and orphans': [
    [
      ({ segments }) => segments.deleteMany({ scope: DICTIONARY }),
      [`${DICTIONARY}: articles have no list segment, in 1 segment (the first). ${REPAIR}`],
    ],
    [
      set('votes', { ...FIRST, target: 'article' }, { target: 'comment:gone' }),
      [
        ...ofArticle('the likes or unlikes do not match the votes'),
        ...ofArticle('there are votes on a deleted comment'),
      ],
    ],
    [
      set('applications', { name: 'shop' }, { 'lists.conversations.count': 4 }),
      [ofList('conversations', 'the stored length of the list is wrong')],
    ],
    [
      set('applications', { name: 'shop' }, { 'lists.fields': { count: 1, last: 1 } }),
      [ofList('fields', 'the stored length of the list is wrong')],
    ],
    [
      set('conversations', {}, { 'lists.requests.last': 1 }),
      [ofList('conversationRequests', 'the last number of the list is too low')],
    ],
    [
      async ({ conversationRequests: { collection } }) => {
        const [one] = await collection.find({}).limit(1).toArray();
        const gone = { owner: 'gone/1', block: 'gone/1#0', number: 1 };
        await collection.insertOne({ ...one, ...gone, _id: 'gone/1/1' as never });
      },
      [ofList('conversationRequests', 'the owner does not exist'), ofUsage('the stored usage is wrong')],
    ],
  ],
  'what is counted of a dictionary': [
    [
      set('usages', { _id: `dictionary:${DICTIONARY}` }, { objects: 7 }),
      [ofUsage('the stored usage is wrong')],
    ],
    [set('revisions', FIRST, { bytes: 1 }), [ofUsage('the stored size of an object is wrong')]],
  ],
  'what is counted of an application and a user': [
    [
      async ({ usages, conversations }) => {
        await usages.collection.deleteMany({ _id: { $gte: 'a', $lt: 'd' } as never });
        await conversations.collection.updateMany({}, { $unset: { bytes: 1 } });
      },
      [
        ofUsage('the stored usage is wrong').replace(
          '1 application, dictionary or author',
          '3 applications, dictionaries or authors',
        ),
        ofUsage('the stored size of an object is wrong'),
      ],
    ],
  ],
  'the block of an object': [
    [
      set('conversationRequests', { number: 2 }, { block: 'x#1' }),
      [ofList('conversationRequests', 'an object has a wrong block')],
    ],
  ],
};
