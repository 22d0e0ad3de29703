import type { Row } from './row';
import { articleLists } from './routes/article-lists';
import { oneArticle } from './routes/one-article';
import { users } from './routes/users';

/** Every route of the interface. */
export const rows: readonly Row[] = [...articleLists, ...oneArticle, ...users];
