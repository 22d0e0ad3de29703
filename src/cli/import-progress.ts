import type { ImportWitness } from '../formats/dictionary/import-folder';
import { progressOn } from './progress';

/** Shows an import at work, and names the lines that it cannot take. */
export function importProgress(stream: NodeJS.WriteStream): ImportWitness {
  const progress = progressOn(stream, 'articles');
  let total = 0;
  return {
    begins: ({ metadata, articlesBytes }) => {
      total = articlesBytes;
      progress.begins(metadata.dictionaryId, total);
    },
    proceeds: (bytes, articles) => {
      progress.proceeds(bytes, articles);
      if (bytes >= total - 1) progress.ends();
    },
    rejects: ({ file, line, reason }) => {
      progress.says(`${file}, line ${line}: ${reason}`);
    },
  };
}
