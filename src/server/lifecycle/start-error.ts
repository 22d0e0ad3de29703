/** The server cannot start for a reason that the operator can mend; the message is a sentence for them. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
