import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Failure } from '../../shared/failure';
import { FairQueue } from '../../shared/fair-queue';
import { currentWork } from '../../shared/work';
import { type CardFont, loadCardFont } from './card-font';
import { type Card, drawCard } from './draw-card';
import { Router } from 'express';
import { PUBLIC_CACHING } from '../../shared/extensions';
import type { Read } from '../documents';
import { type ArticleName, CARDS } from '../reader/addresses';
import type { CardData } from '../reader/data';
import { plainText } from '../reader/marked-text';

/** Version of the drawing code. Raise it when the same card would look different. */
const DESIGN = 1;

/** Maximum length of a text on a card, in UTF-16 units. No card has room for more. */
const MAX_CARD_TEXT_LENGTH = 400;

/** Maximum size of the cached pictures, in bytes: about a thousand pictures. */
const CACHED_PICTURE_BYTES = 16 * 1024 * 1024;

/** Maximum number of pictures waiting to be drawn. Programs that show previews request one per page. */
const MAX_WAITING = 24;

const tooManyCards = () =>
  new Failure('UNAVAILABLE', 'Too many pictures are being drawn; try again soon.', { retryAfter: 2 });

/** A card, and the version of its content, which identifies it. */
export interface VersionedCard extends Card {
  readonly version: string;
}

/** The data of a card. */
interface Described {
  readonly headword: string | null;
  readonly translations: readonly string[];
  /** Names of the dictionary, the best first. */
  readonly names: readonly string[];
}

/** Creates share cards: pictures of articles for link previews. */
export class ShareCards {
  private readonly cache = new LRUCache<string, Buffer>({
    maxSize: CACHED_PICTURE_BYTES,
    sizeCalculation: ({ length }) => length,
  });
  /** Draws one picture at a time: each takes some milliseconds of the main thread, and a client may request every article. */
  private readonly queue = new FairQueue({
    max: 1,
    waiting: { max: MAX_WAITING, maxPerCaller: MAX_WAITING / 6, refusal: tooManyCards },
  });
  private font: Promise<CardFont> | undefined;

  /** @param fontFile Noto Sans, reduced by the build to the necessary letters */
  constructor(private readonly fontFile: string) {}

  /** Returns the card of an article; undefined if the font lacks a letter of its headword. */
  async cardOf({ headword, translations, names }: Described): Promise<VersionedCard | undefined> {
    const { covers } = await this.loaded();
    const drawable = (texts: readonly string[]) =>
      texts.map(cardText).filter((text) => text !== '' && covers(text));
    const [word] = drawable([headword ?? '']);
    if (word === undefined) return undefined;
    const card = {
      headword: word,
      translations: [...new Set(drawable(translations))],
      dictionary: drawable(names)[0] ?? '',
    };
    const digest = createHash('sha256').update(JSON.stringify([DESIGN, card]));
    return { ...card, version: digest.digest('base64url').slice(0, 16) };
  }

  /**
   * Returns the picture of a card as PNG.
   *
   * @throws Failure UNAVAILABLE when too many pictures are waiting
   */
  async pictureOf(card: VersionedCard): Promise<Buffer> {
    return this.cache.get(card.version) ?? this.queue.run(() => this.draw(card), currentWork());
  }

  private async draw(card: VersionedCard): Promise<Buffer> {
    // A request that was queued earlier may have produced the same card.
    const cached = this.cache.get(card.version);
    if (cached) return cached;
    const picture = await drawCard(card, await this.loaded()).png();
    this.cache.set(card.version, picture);
    return picture;
  }

  private loaded(): Promise<CardFont> {
    return (this.font ??= loadCardFont(this.fontFile));
  }
}

function cardText(text: string): string {
  return text
    .slice(0, MAX_CARD_TEXT_LENGTH)
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** The URL of a picture contains its version. A day of caching limits how long hidden articles stay visible. */
const CACHE_CONTROL = 'public, max-age=86400';

/** Query parameter with the version of a card. */
const VERSION_PARAMETER = 'v';

/** Returns the card of an article, if it can be drawn. */
export function cardOf(
  cards: ShareCards,
  { headword, dictionaryId, dictionary, content }: NonNullable<CardData['article']>,
): Promise<VersionedCard | undefined> {
  const names = [dictionary?.longName, dictionary?.shortName, dictionaryId];
  return cards.cardOf({
    headword,
    translations: content.translations.map(({ content: text }) => plainText(text)),
    names: names.filter((name) => typeof name === 'string'),
  });
}

/** Returns the URL of the picture of a card. It changes with each version, since link previews cache pictures by URL. */
export function cardAddress({ dictionaryId, number }: ArticleName, { version }: VersionedCard): string {
  return `${CARDS}/${encodeURIComponent(dictionaryId)}/${number}.png?${VERSION_PARAMETER}=${version}`;
}

/** Sends the share cards of articles. */
export function cardRouter(cards: ShareCards, read: Read): Router {
  const router = Router();
  router.get(`${CARDS}/:dictionary/:article.png`, async (request, response) => {
    const { article } = await read<CardData>('card', { ...request.params });
    const card = article ? await cardOf(cards, article) : undefined;
    if (card === undefined) throw new Failure('NOT_FOUND', 'There is no such picture');
    response.set({
      'Cache-Control': request.query[VERSION_PARAMETER] === card.version ? CACHE_CONTROL : PUBLIC_CACHING,
      'Content-Type': 'image/png',
      ETag: `"${card.version}"`,
    });
    // Pages of other sites embed the pictures as previews.
    response.set('Cross-Origin-Resource-Policy', 'cross-origin');
    if (request.fresh) response.status(304).end();
    else response.end(request.method === 'HEAD' ? undefined : await cards.pictureOf(card));
  });
  return router;
}
