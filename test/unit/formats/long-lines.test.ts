import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArticle } from '../../../src/domain/reading/read-article';
import { PathCounts } from '../../../src/formats/files/loss-report';
import { formatOf } from '../../../src/formats/formats';
import { exported, read } from '../../support/format-files';

function file(lines: readonly object[]): string {
  const path = join(mkdtempSync(join(tmpdir(), 'griot-long-lines-')), 'words.jsonl');
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}

const WORD = { word: 'kalo', pos: 'noun', lang: 'Bambara', lang_code: 'bm', senses: [{ glosses: ['moon'] }] };

describe('a word whose line is longer than an article may be', () => {
  const translations = Array.from({ length: 2000 }, (_, at) => ({
    lang: `Language ${at}`,
    lang_code: 'fr',
    word: `mot ${at}`,
    roman: 'y'.repeat(100),
  }));
  const templates = [{ name: 'x'.repeat(40_000) }];
  const line = { ...WORD, translations, head_templates: templates };

  test('is read; unread items of its longest lists are dropped and reported by name', async () => {
    const path = file([WORD, line]);
    const source = await (await formatOf(path)).open(path, {});
    const counts = new PathCounts();
    const entries = [];
    for await (const entry of source.entries(counts)) entries.push(entry);
    const [, { source: article = null, warnings = [] } = {}] = entries;

    expect(readArticle(article).translations).toHaveLength(2001);
    expect(Buffer.byteLength(JSON.stringify(article))).toBeLessThanOrEqual(256 * 1024);
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^line 2, .*"kalo": the line has \d+ characters.* of translations only what is read/u,
      ),
    ]);
    const rows = new Map(counts.rows().map((row) => [row.path, row]));
    expect(rows.get('translations/word')).toMatchObject({ typed: 2000, dropped: 0 });
    expect(rows.get('translations/roman')).toMatchObject({ kept: 0, dropped: 2000, reason: 'OVER_LIMIT' });
    expect(rows.get('head_templates')).toMatchObject({ kept: 1, dropped: 0 });
  });

  test('comes back with what was read', async () => {
    const all = await read(file([line]));
    const [back = {}] = readFileSync(await exported('wiktextract', all, '.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text) as { translations?: unknown[]; head_templates?: unknown });

    expect(back.translations).toHaveLength(2000);
    expect(back.translations?.[1999]).toEqual({ word: 'mot 1999', lang_code: 'fr' });
    expect(back.head_templates).toEqual(templates);
  });
});
