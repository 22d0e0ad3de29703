import { fewestLists, isCountedList, pairedListsOf } from '../../../../src/domain/article/article-lists';

test('an article is in a list for each part with each language and category', () => {
  const single = [
    'article',
    'entry',
    'category',
    'form',
    'translation:fr',
    'translation:en',
    'category=n',
    'class=1',
  ];

  expect(pairedListsOf(single)).toEqual([
    'category+translation:fr',
    'category+translation:en',
    'form+translation:fr',
    'form+translation:en',
    'form+category=n',
  ]);
});

test('no article is in more pairs than those of 64 languages and 64 categories', () => {
  const many = (name: string) => Array.from({ length: 300 }, (_, i) => `${name}${String(i)}`);

  expect(pairedListsOf(['form', ...many('translation:x'), ...many('category=')])).toHaveLength(128);
});

test('segments count neither values nor pairs', () => {
  const lists = [
    'article',
    'form',
    'translation:fr',
    'category=n',
    'form+category=a+b',
    'class=a+b',
    'form+translation:fr',
  ];

  expect(lists.filter(isCountedList)).toEqual(['article', 'form', 'translation:fr']);
});

test.each([
  [['form', 'translation:fr'], ['form+translation:fr']],
  [['example', 'category=n'], ['example+category=n']],
  [
    ['form', 'translation:fr', 'category=n'],
    ['form+translation:fr', 'form+category=n'],
  ],
  [
    ['class', 'translation:fr', 'type=noun'],
    ['class+translation:fr', 'type=noun'],
  ],
  [
    ['entry', 'translation:fr'],
    ['entry', 'translation:fr'],
  ],
  [
    ['category', 'category=n'],
    ['category', 'category=n'],
  ],
  [
    ['form', 'class=7/8'],
    ['form', 'class=7/8'],
  ],
  [
    ['form', 'translation:?'],
    ['form', 'translation:?'],
  ],
  [
    ['translation:fr', 'category=n'],
    ['translation:fr', 'category=n'],
  ],
  [['form'], ['form']],
  [[], []],
])('%j together are read as %j', (asked, read) => {
  expect(fewestLists(asked)).toEqual(read);
});
