import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Failure } from '../../shared/failure';
import { FairQueue } from '../../shared/fair-queue';
import { currentWork } from '../../shared/work';
import { type CardFont, loadCardFont } from './card-font';
import { type Card, drawCard } from './draw-card';

/** Version of the drawing code; raise it when the same card would look different. */
const DESIGN = 1;

/** Longest text of a card, in UTF-16 units; none has room for more. */
const LONGEST = 400;

/** Memory for pictures, in bytes: about a thousand. */
const MOST_KEPT = 16 * 1024 * 1024;

/** Pictures that wait to be drawn. A program that makes previews asks for one of a page. */
const MOST_WAITING = 24;

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

/** Makes share cards: pictures of articles for those who are sent their addresses. */
export class ShareCards {
  private readonly kept = new LRUCache<string, Buffer>({
    maxSize: MOST_KEPT,
    sizeCalculation: ({ length }) => length,
  });
  /** One at a time: each takes some milliseconds of the thread, and a stranger may ask for every article. */
  private readonly queue = new FairQueue({
    most: 1,
    waiting: { most: MOST_WAITING, mostOfCaller: MOST_WAITING / 6, refusal: tooManyCards },
  });
  private font: Promise<CardFont> | undefined;

  /** @param fontFile Noto Sans, as the build cuts it */
  constructor(private readonly fontFile: string) {}

  /** The card of an article; none if the font lacks a letter of its headword. */
  async cardOf({ headword, translations, names }: Described): Promise<VersionedCard | undefined> {
    const { covers } = await this.loaded();
    const shown = (texts: readonly string[]) =>
      texts.map(cardText).filter((text) => text !== '' && covers(text));
    const [word] = shown([headword ?? '']);
    if (word === undefined) return undefined;
    const card = {
      headword: word,
      translations: [...new Set(shown(translations))],
      dictionary: shown(names)[0] ?? '',
    };
    const digest = createHash('sha256').update(JSON.stringify([DESIGN, card]));
    return { ...card, version: digest.digest('base64url').slice(0, 16) };
  }

  /**
   * The picture of a card, as PNG.
   *
   * @throws Failure UNAVAILABLE when too many wait
   */
  async pictureOf(card: VersionedCard): Promise<Buffer> {
    return this.kept.get(card.version) ?? this.queue.run(() => this.draw(card), currentWork());
  }

  private async draw(card: VersionedCard): Promise<Buffer> {
    // A request that was queued earlier may have produced the same card.
    const known = this.kept.get(card.version);
    if (known) return known;
    const picture = await drawCard(card, await this.loaded()).png();
    this.kept.set(card.version, picture);
    return picture;
  }

  private loaded(): Promise<CardFont> {
    return (this.font ??= loadCardFont(this.fontFile));
  }
}

function cardText(text: string): string {
  return text
    .slice(0, LONGEST)
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
