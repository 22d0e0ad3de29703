import { basename } from 'node:path';
import type { ArticleContent } from '../../../../src/domain/article/article-content';
import { readArticle } from '../../../../src/domain/reading/read-article';
import { getLift, putLift } from '../../../../src/formats/lift/lift-lens';
import { LIFT } from '../../../../src/formats/lift/lift-source';
import { parseXml } from '../../../../src/formats/xml/parse-xml';
import { xmlText } from '../../../../src/formats/xml/write-xml';
import { xmlEntries } from '../../../../src/formats/xml/xml-source';
import type { XmlElement } from '../../../../src/formats/xml/xml-tree';
import { NO_ORIGINALS, originals, textOfFile } from '../../../support/originals';

const FILES = [...originals('lift', '.lift'), ...originals('', '.lift')];
const MIXED = new Set(['text', 'span']);

async function treesOf(path: string): Promise<XmlElement[]> {
  const trees: XmlElement[] = [];
  async function* chunks() {
    yield await Promise.resolve(textOfFile(path));
  }
  for await (const { tree, problem } of xmlEntries(chunks(), LIFT)) {
    expect(problem).toBeUndefined();
    trees.push(tree!);
  }
  return trees;
}

function differences(a: unknown, b: unknown): number {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b ? 0 : 1;
  const [x, y] = [Object.entries(a), Object.entries(b)];
  if (x.length !== y.length) return 1;
  return x.reduce((sum, [name, value]) => sum + differences(value, (b as Record<string, unknown>)[name]), 0);
}

/** Without reversals: one that says the same as a gloss shows only when the gloss changes. */
function glossesOf({ translations }: Pick<ArticleContent, 'translations'>) {
  return translations.filter(({ reversal }) => !reversal).map((one) => Object.assign({}, one, { number: 0 }));
}

if (FILES.length === 0) test.skip(NO_ORIGINALS, () => undefined);
else
  describe.each(FILES.map((path) => [basename(path), path]))('%s', (_, path) => {
    test('written and read again, every entry is the same', async () => {
      for (const tree of await treesOf(path)) {
        const text = xmlText(tree, '\n');
        expect(parseXml({ text, start: { line: 1, column: 1 }, mixed: MIXED })).toEqual(tree);
      }
    });

    test('what is not changed comes back as it was', async () => {
      for (const tree of await treesOf(path))
        expect(putLift(tree, readArticle(getLift(tree, {})), {})).toEqual(tree);
    });

    test('a changed translation is the only difference, and is read again', async () => {
      for (const tree of await treesOf(path)) {
        const content = readArticle(getLift(tree, {}));
        for (const [index, { reversal }] of content.translations.entries()) {
          if (reversal) continue;
          const translations = content.translations.map((one, i) =>
            i === index ? Object.assign({}, one, { content: 'CHANGED' }) : one,
          );

          const changed = putLift(tree, Object.assign({}, content, { translations }), {});

          expect(differences(tree, changed)).toBe(1);
          expect(glossesOf(readArticle(getLift(changed, {})))).toEqual(glossesOf({ translations }));
        }
      }
    });
  });
