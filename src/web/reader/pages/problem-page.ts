import { html, type Part } from '../../../shared/html';
import type { HtmlPage } from '../../layout';
import type { LocaleTexts } from '../../locale-texts';
import { HOME } from '../addresses';

/** Returns the page of a refused address. @param hint the reason, or what to do instead */
export function problemPage(
  { title, hint }: { readonly title: string; readonly hint: Part },
  { texts }: LocaleTexts,
): HtmlPage & { readonly title: string } {
  return {
    title,
    section: '',
    main: html`<h1>${title}</h1>
      <p>${hint}</p>
      <p><a href="${HOME}">${texts.search}</a></p>`,
  };
}

/** Returns the page of an address that leads to nothing. */
export function unknownPage(localeTexts: LocaleTexts): HtmlPage {
  const { texts } = localeTexts;
  return problemPage({ title: texts.notFound, hint: texts.notFoundHint }, localeTexts);
}

/** Returns the page of a search text that is longer than a search accepts. */
export function tooLongPage(localeTexts: LocaleTexts): HtmlPage {
  const { texts } = localeTexts;
  return problemPage({ title: texts.badRequest, hint: texts.tooLong }, localeTexts);
}
