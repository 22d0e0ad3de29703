import type { RouteDefinition } from '../rest/table/route';
import type { DocumentedRoute } from './documented-route';

/** Titles that begin with what they do; others are read. */
const VERBS = /^(?:create|delete|export|log|receive|search|update) ?/i;

/**
 * A plain name for every route: what it does, and where, if others do the same elsewhere. In this order: `listArticles`,
 * `listArticlesInDictionary`, `listCommentsOnArticle`.
 *
 * @throws Error when two routes have one name
 */
export function operationNames(routes: readonly DocumentedRoute[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const { route, title } of routes) {
    const { definition } = route;
    const isShared = routes.filter((route) => route.title === title).length > 1;
    const name = plainName(title, definition) + (isShared ? scopeOf(title, definition) : '');
    if (taken.has(name)) throw new Error(`route ${definition.id}: another has the name ${name}, too`);
    taken.add(name);
    names.set(definition.id, name);
  }
  return names;
}

function plainName(title: string, { shows }: RouteDefinition): string {
  if (VERBS.test(title)) return camelCase(title);
  return camelCase(`${shows === 'list' ? 'list' : 'get'} ${title.replace(/ list$/, '')}`);
}

function scopeOf(title: string, { method, path }: RouteDefinition): string {
  if (path.endsWith('/login')) return method === 'POST' ? 'WithBody' : '';
  if (path.endsWith(':dictionary_id')) return 'InDictionary';
  return path.endsWith(':article_id') && !/article/i.test(title) ? 'OnArticle' : '';
}

export function pascalCase(words: string): string {
  return words.replace(/(?:^| )(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

function camelCase(words: string): string {
  const name = pascalCase(words);
  return name.charAt(0).toLowerCase() + name.slice(1);
}
