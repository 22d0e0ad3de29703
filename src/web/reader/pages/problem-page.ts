import { html } from '../../html';
import { HOME } from '../addresses';
import type { Page } from '../../layout';
import type { Wording } from '../../wording';

/** What is said in place of a page that cannot be shown. */
export function problemPage(status: number, { texts }: Wording): Page {
  const [title, hint] = wordsFor(status, texts);
  return {
    title,
    section: '',
    main: html`<h1>${title}</h1>
      <p>${hint}</p>
      <p><a href="${HOME}">${texts.search}</a></p>`,
  };
}

function wordsFor(status: number, texts: Wording['texts']): readonly [title: string, hint: string] {
  if (status === 404) return [texts.notFound, texts.notFoundHint];
  if (status === 503) return [texts.unavailable, texts.unavailableHint];
  if (status < 500) return [texts.badRequest, texts.tooLong];
  return [texts.failed, texts.unavailableHint];
}
