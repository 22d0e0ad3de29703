import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SaxesParser } from 'saxes';
import { formatNamed, lossesIn } from '../../../src/formats/formats';
import type { ExportedDictionary } from '../../../src/services/exports/export.service';
import { read } from '../../support/format-files';

/** What XML 1.0 has no spelling for, and what it has. U+0000 and halves of surrogate pairs are read as U+FFFD before. */
const FORBIDDEN = ['\u0001', '\u000B', '\u001F', '\uFFFE', '\uFFFF'];
const PERMITTED = ['\u007F', '\u0085', '\u00A0', '\u2028', '\u{1F600}', '\uE000'];

function dictionaryOf(text: string): ExportedDictionary {
  const source = {
    entry: { headword: `b${text}a` },
    translations: [{ lang: 'fr', content: `v${text}u` }],
    notes: [{ type: `t${text}t`, content: 'n' }],
  };
  return {
    dictionary: { dictionaryId: 'words', longName: `Wo${text}rds` },
    files: new Map(),
    articles: {
      async *[Symbol.asyncIterator]() {
        yield await Promise.resolve({ publicId: 'a', source: JSON.stringify(source) });
      },
    },
  } as unknown as ExportedDictionary;
}

async function textOf(pieces: AsyncIterable<string | Uint8Array>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += String(piece);
  return text;
}

const ENDS: Readonly<Record<string, string>> = { lift: '.lift', tei: '.tei', dmlex: '.xml' };

describe.each(Object.entries(ENDS))('%s', (format, end) => {
  test('has no character that XML forbids, and is read again', async () => {
    const text = await textOf(formatNamed(format).write(dictionaryOf(FORBIDDEN.join(''))));

    const parser = new SaxesParser({});
    parser.on('error', (error) => {
      throw error;
    });
    parser.write(text).close();
    const path = join(mkdtempSync(join(tmpdir(), 'griot-xml-')), `words${end}`);
    writeFileSync(path, text);
    const { articles } = await read(path);
    expect(articles[0]?.source).toMatchObject({
      entry: { headword: 'ba' },
      translations: [{ content: 'vu' }],
    });
  });

  test('keeps all other characters', async () => {
    const text = await textOf(formatNamed(format).write(dictionaryOf(PERMITTED.join(''))));

    expect(text).toContain(`b${PERMITTED.join('')}a`);
  });

  test('reports the characters that it left out', async () => {
    const rowsFor = async (sign: string) => {
      const { rows } = JSON.parse(await textOf(lossesIn(format)(dictionaryOf(sign)))) as {
        readonly rows: readonly { readonly path: string; readonly dropped: number }[];
      };
      return rows.filter(({ dropped }) => dropped > 0).map(({ path }) => path);
    };

    expect(await rowsFor('\u0001')).toEqual(
      expect.arrayContaining(['entry/headword', 'translations/content']),
    );
    expect(await rowsFor('\u0085')).not.toContain('entry/headword');
  });
});
