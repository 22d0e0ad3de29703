import type { LocaleTexts } from '../../locale-texts';
import type { Article } from '../data';
import { plainText } from '../marked-text';
import { titleOf } from './article-page';

/** Maximum number of equivalents where one line represents an article. */
const MAX_LINE_EQUIVALENTS = 8;

/** Returns the line that search engines and link previews show of an article. Copies on devices have none. */
export function articleDescription(article: Article, localeTexts: LocaleTexts): string | undefined {
  const { translations } = article.content;
  if (translations.length === 0) return undefined;
  const texts = new Set(translations.map(({ content }) => plainText(content)));
  return `${titleOf(article, localeTexts)}: ${[...texts].slice(0, MAX_LINE_EQUIVALENTS).join('; ')}`;
}
