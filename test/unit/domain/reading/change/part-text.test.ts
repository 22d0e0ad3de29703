import fc from 'fast-check';
import { ARTICLE_PARTS } from '../../../../../src/domain/article/article-content';
import { writtenPart } from '../../../../../src/domain/reading/change/change-part';
import { partIn } from '../../../../../src/domain/reading/change/part-text';
import type { Json } from '../../../../../src/shared/json';

const NAMES = [
  'entry',
  'category',
  'categories',
  'class',
  'classes',
  'type',
  'form',
  'forms',
  'example',
  'examples',
];
// No name begins with a backslash: JSON.parse of V8 13.6 (Node 24) takes an escaped name after it for the same one.
const OTHERS = ['article', 'variants', 'variant', 'x', '"', 'a\\', 'ŋ', ''];

/** Content with the names of parts at any depth, empty values, and texts of signs that mean something in JSON. */
const { content } = fc.letrec<{ content: Json; value: Json; object: Json }>((tie) => ({
  object: fc.dictionary(fc.constantFrom(...NAMES, ...OTHERS), tie('value'), { maxKeys: 5 }),
  value: fc.oneof(
    { depthSize: 'medium' },
    fc.constantFrom<Json>(null, '', ' ', '\u00a0\n', ' a', '[]', '{}', [], {}, [[]], 0, -1.5e-7, true, false),
    fc.string({
      unit: fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', ' ', 'a', 'ɓ', '𐍈', '\u0001', '\ud800'),
    }),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
  content: fc.oneof({ weight: 9, arbitrary: tie('object') }, { weight: 1, arbitrary: tie('value') }),
}));

test('a part is cut out of the text exactly as the parsed content has it', () => {
  fc.assert(
    fc.property(content, fc.constantFrom(...ARTICLE_PARTS), (source, part) => {
      const text = Buffer.from(`before${JSON.stringify(source)}`);
      const found = partIn(text, { from: 'before'.length, to: text.length }, part);
      const cut = found ? text.toString('utf8', found.from, found.to) : 'null';

      expect(cut).toBe(JSON.stringify(writtenPart(JSON.parse(JSON.stringify(source)) as Json, part)));
    }),
    { numRuns: 3000 },
  );
});
