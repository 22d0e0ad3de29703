import type { ApplicationListService } from '../services/applications/application-list.service';
import type { ApplicationLoginService } from '../services/applications/application-login.service';
import type { ApplicationService } from '../services/applications/application.service';
import type { ArticleHistoryService } from '../services/articles/article-history.service';
import type { ArticleWrites } from '../services/articles/article-writes.service';
import type { ArticleService } from '../services/articles/article.service';
import type { AuditService } from '../services/audit/audit.service';
import type { BulkArticles } from '../services/articles/bulk-articles.service';
import type { CommentService } from '../services/comments/comment.service';
import type { DictionaryWrites } from '../services/dictionaries/dictionary-writes.service';
import type { DictionaryService } from '../services/dictionaries/dictionary.service';
import type { LoginService } from '../services/accounts/login.service';
import type { OwnedListService } from '../services/applications/owned-list.service';
import type { OwnedWritingService } from '../services/applications/owned-writing.service';
import type { SearchService } from '../services/search/search.service';
import type { UsageService } from '../services/applications/usage.service';
import type { UserService } from '../services/accounts/user.service';
import type { VoteService } from '../services/comments/vote.service';

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
