import { Router } from 'express';
import { Failure } from '../../shared/failure';
import { PUBLIC_CACHING } from '../../shared/extensions';
import type { Read } from '../documents';
import { type ArticleName, CARDS } from '../reader/addresses';
import type { CardData } from '../reader/data';
import { plainText } from '../reader/marked-text';
import type { ShareCards, VersionedCard } from './share-cards';

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
