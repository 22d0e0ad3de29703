import { withContent } from '../../../../src/domain/reading/change/change-content';
import { readArticle } from '../../../../src/domain/reading/read-article';
import type { Json } from '../../../../src/shared/json';

const HOUSE = { lang: 'en', content: 'a house' };
const MAISON = { lang: 'fr', content: 'une maison' };

test.each<[string, Json, readonly object[]]>([
  ['a text', 'a house', [{ content: 'a house' }]],
  [
    'a list',
    ['a house', { ...MAISON, type: 'short' }],
    [{ content: 'a house' }, { ...MAISON, type: 'short' }],
  ],
  ['texts by language', { en: 'a house', fr: 'une maison' }, [HOUSE, MAISON]],
  ['lists by language', { EN: ['a house', ''], fr: 'une maison' }, [HOUSE, MAISON]],
])('the definition of an entry, an article and a sense may be %s', (_, definition, expected) => {
  for (const source of [
    { entry: { headword: 'ilé', definition } },
    { article: { entry: 'ilé', definition } },
    { entry: { headword: 'ilé', definitions: definition } },
  ])
    expect(readArticle(source)).toMatchObject({ definitions: expected, extra: {}, warnings: [] });

  const senses = [{ id: 's1' }, { definition }];
  for (const source of [{ entry: 'ilé', senses }, { entry: { headword: 'ilé', senses: { sense: senses } } }])
    expect(readArticle(source)).toMatchObject({
      senses: [{ number: 1, id: 's1' }, { number: 2 }],
      definitions: expected.map((item) => ({ ...item, sense: 2 })),
      extra: {},
      warnings: [],
    });
});

test('an object with other members is not texts by language, and nothing of it is lost', () => {
  for (const definition of [{ en: 'a house', note: 'x' }, { en: { text: 'x' } }, { source: 'x' }]) {
    const { definitions, extra, warnings } = readArticle({ entry: { headword: 'a', definition } });
    expect([definitions, extra, warnings.length]).toEqual([undefined, { definitions: { 0: definition } }, 1]);
  }
  const senses = [{ definition: { content: 'x', rank: 1 }, gloss: 'y' }];
  expect(readArticle({ senses })).toMatchObject({
    definitions: [{ content: 'x', sense: 1 }],
    extra: { senses: { 0: { definitions: { 0: { rank: 1 } }, gloss: 'y' } } },
  });
});

test('a changed definition is written where it stands', () => {
  const entry = { headword: 'ilé', definition: { fr: ['une maison', 'un foyer'], en: 'a house' }, rank: 1 };
  const changed = [MAISON, { lang: 'fr', content: 'un logis' }, { lang: 'en', content: 'a home' }];
  expect(withContent({ entry }, { definitions: changed })).toEqual({
    entry: { ...entry, definition: { fr: ['une maison', 'un logis'], en: 'a home' } },
  });
  expect(withContent({ entry }, { definitions: [HOUSE] })).toEqual({
    entry: { ...entry, definition: HOUSE },
  });
  expect(withContent({ entry }, { definitions: null })).toEqual({ entry: { headword: 'ilé', rank: 1 } });

  const single = { entry: { headword: 'ilé', definition: { en: 'a house' } } };
  expect(withContent(single, { definitions: [{ lang: 'en', content: 'a home' }] })).toEqual({
    entry: { headword: 'ilé', definition: { en: 'a home' } },
  });
  expect(withContent(single, { definitions: [{ lang: 'fr', content: 'a house', type: 'x' }] })).toEqual({
    entry: { headword: 'ilé', definition: { lang: 'fr', content: 'a house', type: 'x' } },
  });
});

describe('definitions in senses', () => {
  const source = {
    article: {
      entry: 'ilé',
      senses: [{ definition: 'a house', x: 1 }, { id: 's2' }, { definition: MAISON }],
    },
  };
  const [, unchanged] = source.article.senses;
  const written = (definitions: readonly object[], senses: readonly object[], others?: readonly object[]) => {
    expect(withContent(source, { definitions })).toEqual({
      article: { entry: 'ilé', senses, ...(others && { definitions: others }) },
    });
  };
  const [first, third] = [
    { sense: 1, content: 'a house' },
    { sense: 3, ...MAISON },
  ];

  test('are changed there', () => {
    written(
      [{ sense: 1, content: 'a home' }, third],
      [{ definition: 'a home', x: 1 }, unchanged!, { definition: MAISON }],
    );
    written(
      [first, { ...third, lang: 'en' }, { sense: 3, ...HOUSE }],
      [{ definition: 'a house', x: 1 }, unchanged!, { definition: [{ ...MAISON, lang: 'en' }, HOUSE] }],
    );
  });

  test('leave the numbers of senses as they are when they are removed', () => {
    written([third], [{ x: 1, number: 1 }, unchanged!, { definition: MAISON }]);
    written([first], [{ definition: 'a house', x: 1 }, unchanged!, { number: 3 }]);
  });

  test('remain there beside definitions of the article and of other senses', () => {
    const others = [{ content: 'all' }, { sense: 2, content: 'other' }];
    written([...others, first, third], source.article.senses, others);
  });

  test('are in the article if they are given in another order', () => {
    written([third, first], [{ x: 1, number: 1 }, unchanged!, { number: 3 }], [third, first]);
  });

  test('are removed with their sense', () => {
    expect(withContent(source, { senses: [{ number: 2, id: 's2' }] })).toEqual({
      article: { entry: 'ilé', senses: [{ id: 's2' }] },
    });
  });
});

test('large definitions are read and changed in linear time', () => {
  const senses = Array.from({ length: 3000 }, (_, i) => ({ definition: `text ${i}` }));
  const start = process.cpuUsage();
  const { definitions = [] } = readArticle({ senses });
  const changed = withContent(
    { senses },
    { definitions: definitions.map(({ content }, i) => ({ sense: i + 1, content, lang: 'en' })) },
  );
  expect(readArticle(changed).definitions).toHaveLength(3000);
  expect(process.cpuUsage(start).user).toBeLessThan(10_000_000);
});
