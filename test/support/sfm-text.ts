import type { ArticleContent } from '../../src/domain/article/article-content';
import { readArticle } from '../../src/domain/reading/read-article';
import { LANGUAGE_BY_LETTER } from '../../src/formats/sfm/mdf-markers';
import { getSfm, putSfm } from '../../src/formats/sfm/sfm-lens';
import type { SfmField } from '../../src/formats/sfm/sfm-record';

const OPTIONS = { languages: LANGUAGE_BY_LETTER };

/** The fields of a record whose lines have markers without backslashes. */
function fields(text: string): SfmField[] {
  return text.split('\n').map((line): SfmField => {
    const [marker = '', ...words] = line.split(' ');
    return [marker, words.join(' ')];
  });
}

/** Reads a record as an article. */
export function read(text: string): ArticleContent {
  return readArticle(getSfm(fields(text), OPTIONS));
}

/** The text of a record after a change of its article. */
export function written(text: string, change: (content: ArticleContent) => object): string {
  const content = read(text);
  return putSfm(fields(text), Object.assign({}, content, change(content)), OPTIONS)
    .map((field) => field.join(' ').trimEnd())
    .join('\n');
}
