import type { ApplicationListService } from '../services/application-list.service';
import type { ApplicationLoginService } from '../services/application-login.service';
import type { ApplicationService } from '../services/application.service';
import type { ArticleHistoryService } from '../services/article-history.service';
import type { ArticleWrites } from '../services/article-writes.service';
import type { ArticleService } from '../services/article.service';
import type { AuditService } from '../services/audit.service';
import type { BulkArticles } from '../services/bulk-articles.service';
import type { CommentService } from '../services/comment.service';
import type { DictionaryWrites } from '../services/dictionary-writes.service';
import type { DictionaryService } from '../services/dictionary.service';
import type { LoginService } from '../services/login.service';
import type { OwnedListService } from '../services/owned-list.service';
import type { OwnedWritingService } from '../services/owned-writing.service';
import type { SearchService } from '../services/search.service';
import type { UsageService } from '../services/usage.service';
import type { UserService } from '../services/user.service';
import type { VoteService } from '../services/vote.service';

/** What the resolvers delegate to. */
export interface Services {
  readonly articles: ArticleService;
  readonly articleWrites: ArticleWrites;
  readonly articleHistory: ArticleHistoryService;
  readonly bulkArticles: BulkArticles;
  readonly dictionaries: DictionaryService;
  readonly dictionaryWrites: DictionaryWrites;
  readonly comments: CommentService;
  readonly votes: VoteService;
  readonly search: SearchService;
  readonly logins: LoginService;
  readonly users: UserService;
  readonly audit: AuditService;
  readonly applications: ApplicationService;
  readonly applicationLists: ApplicationListService;
  readonly applicationLogins: ApplicationLoginService;
  readonly owned: OwnedListService;
  readonly ownedWrites: OwnedWritingService;
  readonly usages: UsageService;
}
