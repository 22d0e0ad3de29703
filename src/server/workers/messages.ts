/** From the primary to a worker: finish what runs, and end. */
export const DRAIN = 'griot:drain';

/** From a worker to the primary: it serves. */
export interface ServingMessage {
  readonly type: 'griot:serving';
  readonly url: string;
}

/** From the primary to a worker: how many serve. */
export interface CrewMessage {
  readonly type: 'griot:crew';
  readonly serving: number;
  readonly wanted: number;
  /** Whether a worker ends again and again soon after its start. */
  readonly isLooping: boolean;
}

export function isCrew(message: unknown): message is CrewMessage {
  return (message as Partial<CrewMessage> | null)?.type === 'griot:crew';
}

export function isServing(message: unknown): message is ServingMessage {
  return (message as Partial<ServingMessage> | null)?.type === 'griot:serving';
}
