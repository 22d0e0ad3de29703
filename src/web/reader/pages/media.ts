import { html, type Html, type Part } from '../../../shared/html';
import { mediaNameIn } from '../../../shared/http';
import type { ArticleContent, MediaItem } from '../data';
import { langAttribute } from '../languages';
import { fillText, type SiteLocaleTexts } from '../../locale-texts';

/** The recordings and pictures of an article. */
interface MediaOwner {
  readonly content: Pick<ArticleContent, 'media'>;
  readonly media?: readonly MediaItem[];
}

interface Setting {
  /** Name of a picture without a description. */
  readonly title: string;
  readonly localeTexts: SiteLocaleTexts;
  readonly root?: string | undefined;
}

/** Shows each recording or picture of an article where the content refers to it, and the others in a separate section. */
export class MediaOfArticle {
  private readonly unshown: Map<string, MediaItem>;
  private readonly labels: ReadonlyMap<string, string>;

  constructor(
    { media = [], content }: MediaOwner,
    private readonly setting: Setting,
  ) {
    this.unshown = new Map(media.map((file) => [file.name, file]));
    this.labels = new Map(
      (content.media ?? []).flatMap(({ href, label }) =>
        href === null || label === null ? [] : [[mediaNameIn(href), label] as const],
      ),
    );
  }

  /** Shows the file with an address in the content; `undefined` if there is none, or if it was shown before. */
  at(href: string | null | undefined): Html | undefined {
    const name = mediaNameIn(href ?? '');
    const file = this.unshown.get(name);
    this.unshown.delete(name);
    return file && this.figure(file);
  }

  /** Shows the files that were not shown before. */
  unshownSection(): Part {
    if (this.unshown.size === 0) return undefined;
    return html`<section aria-labelledby="media">
      <h2 id="media">${this.setting.localeTexts.texts.media}</h2>
      ${[...this.unshown.values()].map((file) => this.figure(file))}
    </section>`;
  }

  private figure(file: MediaItem): Html {
    const description = file.description ?? this.labels.get(file.name) ?? null;
    return mediaFigure({ ...file, description }, this.setting);
  }
}

/** Returns what shows the files of articles on a page, with a prefix of their URLs. */
export function filesShown(localeTexts: SiteLocaleTexts, root?: string) {
  return (article: MediaOwner, title: string): MediaOfArticle =>
    new MediaOfArticle(article, { title, localeTexts, root });
}

/** Shows a recording, which is loaded when it is played, or a picture, which is loaded when it becomes visible. */
export function mediaFigure(file: MediaItem, { title, root = '', localeTexts: { texts } }: Setting): Html {
  const { kind, width, height, description, lang, speaker, license, url } = file;
  const isAudio = kind === 'AUDIO';
  const by = speaker !== null && fillText(isAudio ? texts.spokenBy : texts.madeBy, { name: speaker });
  const caption: readonly Part[] = [
    description !== null && html`<span ${langAttribute(lang)}>${description}</span>`,
    by && html`<span>${by}</span>`,
    license !== null && html`<span>${license}</span>`,
  ].filter((part) => part !== false);
  const label = fillText(texts.recordingOf, { of: description ?? title });
  const size = width !== null && height !== null && html`width="${width}" height="${height}"`;
  const player = isAudio
    ? html`<audio controls preload="none" src="${root + url}" aria-label="${label}"></audio>`
    : html`<img src="${root + url}" ${size} alt="${description ?? title}" loading="lazy" decoding="async" />`;
  return html`<figure class="media">
    ${player} ${caption.length > 0 && html`<figcaption>${caption}</figcaption>`}
  </figure>`;
}
