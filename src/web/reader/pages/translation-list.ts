import { grouped } from '../../../shared/grouped';
import { html, type Html } from '../../../shared/html';
import type { ArticleContent } from '../data';
import { langAttribute, languageName } from '../languages';
import { markedText } from '../marked-text';
import { shownTranslations } from '../result-list';
import type { LocaleTexts } from '../../locale-texts';
import { isNumbered, kind, senseNumber } from './sense-details';

/** Lists the translations of an article by language, with a line for each sense; `undefined` if there are none. */
export function translationList(content: ArticleContent, { texts, locale }: LocaleTexts): Html | undefined {
  const equivalents = shownTranslations(content.translations);
  if (equivalents.length === 0) return undefined;
  const labels = senseLabels(content);
  const groups = [...grouped(equivalents, ({ lang }) => lang)].map(
    ([lang, same]) =>
      html`<div>
        <dt>${lang === null ? texts.otherLanguage : languageName(lang, locale)}</dt>
        <dd ${langAttribute(lang)}>${senseLines(same, labels, isNumbered(content))}</dd>
      </div>`,
  );
  return html`<dl class="languages">${groups}</dl>`;
}

/**
 * Returns a line for each sense, with the number that it has in the other sections of the page. Equivalents without a sense have a line and
 * a number each.
 */
function senseLines(
  equivalents: ArticleContent['translations'],
  labels: SenseLabels,
  hasNumbers: boolean,
): Html {
  const lines = equivalents.some(({ sense }) => sense !== null)
    ? [...grouped(equivalents, ({ sense }) => sense)].map(
        ([sense, same]) => [hasNumbers ? sense : null, kind(labels(sense)), same] as const,
      )
    : equivalents.map(
        (equivalent, index) => [equivalents.length > 1 ? index + 1 : null, '', [equivalent]] as const,
      );
  return html`<ol class="senses">
    ${lines.map(
      ([number, label, same]) =>
        html`<li>
          ${senseNumber(number)}${label}
          ${same.map((equivalent, index) => html`${index > 0 && '; '}${markedText(equivalent.content)}`)}
        </li>`,
    )}
  </ol>`;
}

type SenseLabels = (sense: number | null) => string;

/** Returns what distinguishes a sense: its parts of speech, if senses have different ones, and its indicator. */
function senseLabels({ categories, senses }: ArticleContent): SenseLabels {
  const indicators = new Map(senses?.map(({ number, indicator }) => [number, indicator]));
  const isMixed = new Set(categories.map(({ content }) => content)).size > 1;
  const bySense = grouped(isMixed ? categories : [], ({ sense }) => sense);
  return (sense) =>
    [
      ...(sense === null ? [] : (bySense.get(sense) ?? [])).map(({ content }) => content),
      sense !== null && indicators.get(sense),
    ]
      .filter(Boolean)
      .join(', ');
}
