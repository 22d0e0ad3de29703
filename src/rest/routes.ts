import type { RouteDefinition } from './table/route';
import { applicationExport, dictionaryExport, fieldExport, lossesExport } from './routes/exports';
import { applications, webhooks } from './routes/applications';
import { articleLists, oneArticle } from './routes/articles';
import { articleWrites } from './routes/article-writes';
import { comments } from './routes/comments';
import { offline } from './routes/offline';
import { metadata } from './routes/metadata';
import { resourceLists } from './routes/resource-lists';
import { users } from './routes/users';

/** Every route of the interface. */
export const routes: readonly RouteDefinition[] = [
  ...articleLists,
  ...oneArticle,
  ...articleWrites,
  ...comments,
  ...metadata,
  ...users,
  ...applications,
  ...resourceLists,
  ...webhooks,
  applicationExport,
  dictionaryExport,
  lossesExport,
  fieldExport,
  ...offline,
];
