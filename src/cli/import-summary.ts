import type { ImportSummary } from '../formats/dictionary/import-folder';

/** How many edited articles are named one by one. */
const NAMED = 20;

export interface ImportRun {
  readonly seconds: number;
  readonly dryRun: boolean;
}

/** What an import did, in lines for people. */
export function summaryLines(summaries: readonly ImportSummary[], { seconds, dryRun }: ImportRun): string[] {
  const total = summaries.reduce((sum, { articles }) => sum + seen(articles), 0);
  const rate = Math.round(total / Math.max(seconds, 0.001));
  return [
    ...summaries.flatMap(linesOf),
    `${total} articles in ${seconds.toFixed(1)} s, ${rate} a second.${dryRun ? ' Dry run: nothing was written.' : ''}`,
    ...(summaries.every(isUnchanged) && summaries.length > 0 ? ['Nothing changed.'] : []),
  ];
}

function linesOf({ dictionaryId, metadata, articles, edited, badLines, nameless }: ImportSummary): string[] {
  const { added, updated, unchanged } = articles;
  const named = edited.slice(0, NAMED).join(', ') + (edited.length > NAMED ? ', ...' : '');
  return [
    `${dictionaryId}: ${added} added, ${updated} updated, ${unchanged} unchanged, ` +
      `${edited.length} edited here, ${badLines} bad lines; metadata ${metadata}.`,
    ...(edited.length > 0
      ? [`  Edited here since their import and left alone (--overwrite replaces them): ${named}`]
      : []),
    ...(nameless > 0
      ? [`  No headword was found in ${nameless} of them; docs/import.md says what an article may hold.`]
      : []),
    ...(metadata === 'edited' ? ['  The metadata were edited here since their import and left alone.'] : []),
  ];
}

function isUnchanged({ metadata, articles }: ImportSummary): boolean {
  return articles.added === 0 && articles.updated === 0 && metadata !== 'added' && metadata !== 'updated';
}

function seen(articles: ImportSummary['articles']): number {
  return Object.values(articles).reduce((sum, count) => sum + count, 0);
}
