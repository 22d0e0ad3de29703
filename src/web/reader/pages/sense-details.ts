import { html, type Html, type Part } from '../../../shared/html';
import { WORD, withQuery } from '../addresses';
import type { DetailedContent } from '../data';
import { langAttribute } from '../languages';
import { markedText } from '../marked-text';
import type { MediaOfArticle } from './media';
import type { LocaleTexts } from '../../locale-texts';

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
  content: DetailedContent,
  dictionaryId: string,
  { texts }: LocaleTexts,
  files: Pick<MediaOfArticle, 'at'>,
): readonly Part[] {
  return [
    detailSection(
      'pronunciations',
      texts.pronunciations,
      (content.pronunciations ?? []).map((item) => withRecording(pronunciation(item), files.at(item.href))),
    ),
    detailSection('definitions', texts.definitions, texted(content.definitions)),
    detailSection(
      'relations',
      texts.relations,
      (content.relations ?? []).map(({ sense, type, target, targetSense, gloss }) => ({
        sense,
        // An identifier alone means nothing to a reader.
        text: target && wordLink(target, targetSense, dictionaryId),
        labels: [type, gloss],
      })),
    ),
    detailSection('usages', texts.usages, texted(content.usages)),
    detailSection(
      'domains',
      texts.domains,
      (content.domains ?? []).map(({ sense, content: text }) => ({ sense, text })),
    ),
    detailSection(
      'etymologies',
      texts.etymologies,
      (content.etymologies ?? []).map(({ sense, form, content: text, gloss, language, type }) => ({
        sense,
        text: markedText(form ?? text ?? gloss ?? language),
        labels: [language, gloss, type],
      })),
    ),
    detailSection('notes', texts.notes, texted(content.notes)),
  ];
}

function texted(items: DetailedContent['notes']): readonly Detail[] {
  return (items ?? []).map(({ sense, lang, content, type }) => ({
    sense,
    text: content !== null && html`<span ${langAttribute(lang)}>${markedText(content)}</span>`,
    labels: [type],
  }));
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

function wordLink(target: string, sense: number | null | undefined, dictionaryId: string): Html {
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

function detailSection(id: string, title: string, details: readonly Detail[]): Part {
  const lines = details.filter(({ text }) => Boolean(text));
  if (lines.length === 0) return undefined;
  const items = lines.map(({ sense, text, labels = [] }) => {
    const shown = [...new Set(labels)].filter((label) => Boolean(label) && label !== text);
    return html`<li>${senseNumber(sense)}${text} ${kind(shown.join(', '))}</li>`;
  });
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    <ul>
      ${items}
    </ul>
  </section>`;
}
