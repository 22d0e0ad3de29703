/** From the primary to a worker: finish what runs, and end. */
export const DRAIN = 'griot:drain';

/** From a worker to the primary: it serves. */
export interface ServingMessage {
  readonly type: 'griot:serving';
  readonly url: string;
}

export function isServing(message: unknown): message is ServingMessage {
  return (message as Partial<ServingMessage> | null)?.type === 'griot:serving';
}
