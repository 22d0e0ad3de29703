import { SingleBar } from 'cli-progress';
import type { ImportWitness } from '../formats/import-folder';

/** Time between two plain lines of progress, in milliseconds. */
const LINE_EVERY_MS = 2000;

/** Shows an import at work: a bar on a terminal, now and then a plain line elsewhere. */
export function importProgress(stream: NodeJS.WriteStream): ImportWitness {
  return stream.isTTY ? bar(stream) : lines(stream);
}

function bar(stream: NodeJS.WriteStream): ImportWitness {
  const shown = new SingleBar({
    stream,
    format: '{name} {bar} {percentage} % | {articles} articles',
    clearOnComplete: true,
  });
  let total = 0;
  return {
    begins: ({ metadata, articlesBytes }) => {
      total = articlesBytes;
      shown.start(total, 0, { name: metadata.dictionaryId, articles: 0 });
    },
    proceeds: (bytes, articles) => {
      shown.update(Math.min(bytes, total), { articles });
      if (bytes >= total - 1) shown.stop();
    },
    rejects: ({ file, line, reason }) => {
      stream.write(`\r${file}, line ${line}: ${reason}\n`);
    },
  };
}

function lines(stream: NodeJS.WriteStream): ImportWitness {
  let name = '';
  let said = Date.now();
  return {
    begins: ({ metadata }) => {
      name = metadata.dictionaryId;
    },
    proceeds: (_bytes, articles) => {
      if (Date.now() - said < LINE_EVERY_MS) return;
      said = Date.now();
      stream.write(`${name}: ${articles} articles\n`);
    },
    rejects: ({ file, line, reason }) => {
      stream.write(`${file}, line ${line}: ${reason}\n`);
    },
  };
}
