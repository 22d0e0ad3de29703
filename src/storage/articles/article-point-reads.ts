import DataLoader from 'dataloader';
import type { ArticleRecord } from '../../domain/article/article-record';
import { fieldPaths } from '../../domain/values/field-paths';
import { currentWork, jointWork, runInWork, type Work } from '../../shared/work';
import { type Projection, recordOf } from './article-document';
import { findAll } from '../mongo/find-all';
import type { Models } from '../models';

/** The identifier of an article within its dictionary. */
export type ArticleName = { readonly number: number } | { readonly publicId: string };

export interface NamedArticle {
  readonly dictionaryId: string;
  readonly name: ArticleName;
  readonly fields?: Projection | undefined;
}

type ArticleRequest = NamedArticle & { readonly work: Work | undefined };

/** Maximum number of articles per command, which bounds the size of the reply. */
const ARTICLES_PER_COMMAND = 100;

/**
 * Reads single articles. One command per dictionary and kind of identifier reads all articles that are requested in
 * one tick of the event loop, by any requests: a command costs much more than an article. The caller decides who may
 * see an article.
 */
export class ArticlePointReads {
  private readonly loader = new DataLoader<ArticleRequest, ArticleRecord | undefined>(
    (requests) => runInWork(jointWork(requests.map(({ work }) => work)), () => this.readAll(requests)),
    {
      cache: false,
      maxBatchSize: ARTICLES_PER_COMMAND,
      batchScheduleFn: (dispatch) => setImmediate(dispatch),
    },
  );

  constructor(private readonly models: Pick<Models, 'articles'>) {}

  read(article: NamedArticle): Promise<ArticleRecord | undefined> {
    return this.loader.load({ ...article, work: currentWork() });
  }

  private async readAll(requests: readonly NamedArticle[]): Promise<(ArticleRecord | undefined)[]> {
    const commands = new Map<string, Command>();
    const lookups = requests.map((address) => {
      const [member, value] = memberOfName(address.name);
      const key = `${member} ${address.dictionaryId}`;
      const command = commands.get(key) ?? new Command(address.dictionaryId, member);
      commands.set(key, command.add(value, address.fields));
      return { command, value };
    });
    await Promise.all([...commands.values()].map((command) => command.run(this.models)));
    return lookups.map(({ command, value }) => command.articles.get(value));
  }
}

type Member = 'number' | 'publicId';

/** One command, with the articles that it found by identifier. */
class Command {
  private readonly values = new Set<number | string>();
  private readonly keys = new Set<Projection | undefined>();
  readonly articles = new Map<number | string, ArticleRecord>();

  constructor(
    private readonly dictionaryId: string,
    private readonly member: Member,
  ) {}

  add(value: number | string, fields: Projection | undefined): this {
    this.values.add(value);
    this.keys.add(fields);
    return this;
  }

  async run(models: Pick<Models, 'articles'>): Promise<void> {
    const { dictionaryId, member } = this;
    const documents = await findAll(models.articles, {
      filter: { dictionaryId, [member]: { $in: [...this.values] } },
      fields: this.fields(),
    });
    for (const document of documents) this.articles.set(document[member], recordOf(document));
  }

  /** The fields that any of the requests needs, the identifier, and the visibility. */
  private fields(): Projection | undefined {
    const keys = [...this.keys];
    if (!keys.every((fields) => fields !== undefined)) return undefined;
    const [fields = {}, ...others] = keys;
    const all =
      others.length === 0 ? fields : fieldPaths(keys.flatMap((projection) => Object.keys(projection)));
    return { ...all, [this.member]: 1, isDisabled: 1 };
  }
}

function memberOfName(name: ArticleName): [Member, number | string] {
  return 'number' in name ? ['number', name.number] : ['publicId', name.publicId];
}
