import { html, type Html, type Part } from '../../../shared/html';
import { WORD, withQuery } from '../addresses';
import type { ArticleContent, DetailedContent } from '../data';
import { langAttribute, languageName, scriptName } from '../languages';
import { markedText } from '../marked-text';
import type { MediaOfArticle } from './media';
import type { LocaleTexts } from '../../locale-texts';

/** The parts of an article that have a section of details. */
type DetailId = Exclude<keyof DetailedContent, 'media'>;

type Label = string | number | null | undefined;

/** A line of a section: its text, and the sense to which it belongs. */
interface Detail {
  readonly sense: number | null;
  readonly text: Part;
  /** Labels after the text, such as the type of a note. */
  readonly labels?: readonly Label[];
}

/** Shows definitions, pronunciations, relations and the like, with one section for each. Lines of a sense begin with its number. */
export function senseDetails(
  content: ArticleContent,
  dictionaryId: string,
  localeTexts: LocaleTexts,
  files: Pick<MediaOfArticle, 'at'>,
): readonly Part[] {
  const { texts } = localeTexts;
  const words = (label: string | null) => label && labelText(label, localeTexts);
  const texted = (items: DetailedContent['notes']): readonly Detail[] =>
    (items ?? []).map(({ sense, lang, content: text, type }) => ({
      sense,
      text: text !== null && html`<span ${langAttribute(lang)}>${markedText(text)}</span>`,
      labels: [words(type)],
    }));
  const sections: readonly (readonly [id: DetailId, details: readonly Detail[]])[] = [
    [
      'pronunciations',
      (content.pronunciations ?? []).map((item) => withRecording(pronunciation(item), files.at(item.href))),
    ],
    ['definitions', texted(content.definitions)],
    [
      'relations',
      (content.relations ?? []).map(({ sense, type, target, targetSense, gloss }) => ({
        sense,
        // An identifier alone means nothing to a reader.
        text: target && wordLink(target, targetSense, dictionaryId),
        labels: [words(type), gloss],
      })),
    ],
    ['usages', texted(content.usages)],
    ['domains', (content.domains ?? []).map(({ sense, content: text }) => ({ sense, text }))],
    [
      'etymologies',
      (content.etymologies ?? []).map(({ sense, form, content: text, gloss, language, type }) => ({
        sense,
        text: markedText(form ?? text ?? gloss ?? language),
        labels: [languageLabel(language, localeTexts), gloss, words(type)],
      })),
    ],
    ['notes', texted(content.notes)],
  ];
  return sections.map(([id, details]) => detailSection(id, texts[id], details, isNumbered(content)));
}

/** Whether to show numbers of senses. That of a single sense says nothing. */
export function isNumbered({ senses }: ArticleContent): boolean {
  return senses?.length !== 1;
}

function pronunciation({
  sense,
  content,
  tone,
  notation,
}: NonNullable<DetailedContent['pronunciations']>[number]): Detail {
  if (content === null) return { sense, text: tone };
  const bare = content.replace(/^[[/]|[\]/]$/gu, '');
  return { sense, text: notation === 'ipa' ? `[${bare}]` : content, labels: [tone] };
}

function withRecording(detail: Detail, recording: Html | undefined): Detail {
  return recording === undefined ? detail : { ...detail, text: html`${detail.text} ${recording}` };
}

/** Returns a link to the articles of a word, with the number of the sense that is meant. */
export function wordLink(target: string, sense: number | null | undefined, dictionaryId: string): Html {
  // Files distinguish homographs by a number after the word, which the search does not match.
  const q = target.replace(/(?<=.)\d$/, '');
  return html`<a href="${withQuery(WORD, { q, dictionary: dictionaryId })}"
    >${target}${sense && ` ${sense}`}</a
  >`;
}

/** Returns a label beside a text. */
export function kind(text: Part): Part {
  return text && html`<span class="kind">${text}</span> `;
}

/** Returns the number of a sense, as lines begin with it. */
export function senseNumber(sense: number | null | undefined): Part {
  return kind(sense && `${sense}.`);
}

function detailSection(id: string, title: string, details: readonly Detail[], hasNumbers: boolean): Part {
  const lines = details.filter(({ text }) => Boolean(text));
  if (lines.length === 0) return undefined;
  const items = lines.map(({ sense, text, labels = [] }) => {
    const shownLabels = [...new Set(labels)].filter((label) => Boolean(label) && label !== text);
    return html`<li>${hasNumbers && senseNumber(sense)}${text} ${kind(shownLabels.join(', '))}</li>`;
  });
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    <ul>
      ${items}
    </ul>
  </section>`;
}

/** Matches names such as `nounClass`, which programs write. Words of lexicographers have no capitals within. */
const JOINED_WORDS = /^[a-z]+(?:[A-Z][a-z]+)+$/;

/** Type of the variants that are the headword in another script, with the language tag behind it. */
const OF_SCRIPT = 'script:';

/** Returns the words for a label of a file, such as the type of a form or a note; the label itself if it is not a known code. */
export function labelText(label: string, { texts, locale }: LocaleTexts): string {
  const lowerCased = label.toLowerCase();
  if (Object.hasOwn(texts.labels, lowerCased)) return texts.labels[lowerCased] ?? '';
  if (label.startsWith(OF_SCRIPT)) return scriptName(label.slice(OF_SCRIPT.length), locale);
  return JOINED_WORDS.test(label) ? label.replace(/(?=[A-Z])/g, ' ').toLowerCase() : label;
}

/** Matches codes of languages: names have more letters or begin with a capital. */
const LANGUAGE_CODE = /^[a-z]{2,3}(?:-|$)/;

/** Returns the name of a language that a file names in its own words or by a code. */
function languageLabel(language: string | null, { locale }: LocaleTexts): string | null {
  return language !== null && LANGUAGE_CODE.test(language) ? languageName(language, locale) : language;
}
