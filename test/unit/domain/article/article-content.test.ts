/** @jest-environment node */
// Resolvers of other files would add their fields to the types.
import { isObjectType, printType } from 'graphql';
import type { GraphQLObjectType } from 'graphql';
import { buildSchemaSync, Query, Resolver } from 'type-graphql';
import { ArticleContent } from '../../../../src/domain/article/article-content';
import { readArticle } from '../../../../src/domain/reading/read-article';

@Resolver()
class ContentResolver {
  @Query(() => ArticleContent)
  content(): ArticleContent {
    return readArticle({});
  }
}

const schema = buildSchemaSync({ resolvers: [ContentResolver], validate: false });
const names = [
  ...[
    'ArticleContent',
    'Entry',
    'Variant',
    'Category',
    'GrammaticalClass',
    'WordForm',
    'Translation',
    'Example',
  ],
];

function typeNamed(name: string): GraphQLObjectType {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`${name} is no object type`);
  return type;
}

describe('the types of the article', () => {
  it.each(names)('%s describes itself and each of its fields', (name) => {
    const type = typeNamed(name);
    const silent = Object.values(type.getFields()).filter((field) => (field.description ?? '') === '');

    expect(type.description).toBeTruthy();
    expect(silent.map((field) => field.name)).toStrictEqual([]);
  });

  it('names the members of the typed reading', () => {
    const printed = names.map((name) => printType(typeNamed(name)).replace(/"""[^]*?"""\s*/g, ''));

    expect(printed.join('\n').replace(/\s+/g, ' ')).toBe(
      [
        'type ArticleContent { type: String entry: Entry! categories: [Category!]! classes: [GrammaticalClass!]!',
        'forms: [WordForm!]! translations: [Translation!]! examples: [Example!]! senses: [Sense!]',
        'definitions: [Definition!] notes: [Note!] usages: [UsageLabel!] pronunciations: [Pronunciation!]',
        'relations: [WordRelation!] domains: [SemanticDomain!] etymologies: [Etymology!] media: [MediaReference!]',
        'radical: String extra: JSON!',
        'warnings: [String!]! }',
        'type Entry { headword: String variants: [Variant!]! homograph: Int morphType: String citation: String }',
        'type Variant { sense: Int form: String prefix: String radical: String suffix: String type: String',
        'headword: String }',
        'type Category { sense: Int number: Int! content: String! }',
        'type GrammaticalClass { sense: Int pair: String role: String value: String prefix: String }',
        'type WordForm { sense: Int form: String! type: String }',
        'type Translation { sense: Int lang: String number: Int! content: String! reversal: Boolean }',
        'type Example { sense: Int lang: String number: Int! content: String target: String',
        'translationType: String reference: String gloss: String href: String }',
      ].join(' '),
    );
  });
});
