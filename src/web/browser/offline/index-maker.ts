import { indexOfCopy } from '../../../offline/copy-index';
import { readCopy, readIndex, writeIndex } from './copy-store';

/** Builds the index of a copy in a worker, so that the page stays responsive. Page and worker both load this file. */

/** Builds and stores the index of a copy, unless that of its present state is stored. */
async function makeIndex(dictionaryId: string, pause?: () => Promise<void>): Promise<void> {
  const copy = await readCopy(dictionaryId);
  if (copy === undefined || (await readIndex(copy)) !== undefined) return;
  await writeIndex(copy, await indexOfCopy(copy, pause));
}

/** Builds the index of a copy in a worker, or on this thread if the browser does not support module workers. */
export async function makeIndexApart(dictionaryId: string): Promise<void> {
  const isMade = await new Promise<boolean>((resolve) => {
    const worker = new Worker(import.meta.url, { type: 'module' });
    const end = (isDone: boolean): void => {
      worker.terminate();
      resolve(isDone);
    };
    worker.onmessage = ({ data }) => {
      end(data === true);
    };
    worker.onerror = () => {
      end(false);
    };
    worker.postMessage(dictionaryId);
  });
  if (!isMade) await makeIndex(dictionaryId, () => new Promise((resolve) => setTimeout(resolve)));
}

if (typeof document === 'undefined')
  addEventListener('message', ({ data }: MessageEvent<string>) => {
    makeIndex(data).then(
      () => {
        postMessage(true);
      },
      () => {
        postMessage(false);
      },
    );
  });
