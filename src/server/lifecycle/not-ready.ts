/** Why the server cannot do its work, in a sentence that whoever asks may read: it holds no address and no path. */
export class NotReady extends Error {
  override readonly name = 'NotReady';
}
