import { setTimeout as sleep } from 'node:timers/promises';
import type { Bot } from '../support/bot';

const CONVERSE =
  'mutation ($id: ID!, $field: ID!, $text: String!) { converse(conversationId: $id, input: { fieldId: $field, text: $text, language: "sw" }) { conversationTurn { request { userRequest } } userErrors { code } } }';

/** Time limit of a response, and the wait before a message is sent again, in milliseconds. */
const PATIENCE_MS = 20_000;
const AGAIN_MS = 100;

/** State of a message: its turn is stored, is stored without its response (`ANSWER_LOST`), or may still run. */
type Outcome = 'acknowledged' | 'lost' | 'running';

let messages = 0;

/** A person who talks to a bot through several gateways, and sends each message again through another gateway until it is answered. */
export class Talker {
  /** The outcome of each message, by its text, which is its idempotency key too. */
  readonly outcomes = new Map<string, Outcome>();
  /** Responses that show neither state. */
  readonly oddities: string[] = [];

  constructor(
    private readonly urls: () => readonly string[],
    private readonly bot: Pick<Bot, 'conversation' | 'field'>,
    private readonly token: string,
  ) {}

  get acknowledged(): number {
    return [...this.outcomes.values()].filter((outcome) => outcome === 'acknowledged').length;
  }

  async run(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const text = `Habari${String(++messages)}`;
      this.outcomes.set(text, 'running');
      let outcome: Outcome | undefined;
      while (outcome === undefined && !isOver()) outcome = await this.send(text);
      if (outcome !== undefined) this.outcomes.set(text, outcome);
    }
  }

  /** Sends a message again that may have been running when its gateway ended, until a gateway takes it over. */
  async finish(): Promise<void> {
    for (const [text, previous] of this.outcomes)
      for (let outcome: Outcome | undefined = previous; outcome === 'running' || outcome === undefined;) {
        await sleep(AGAIN_MS);
        outcome = await this.send(text);
        if (outcome !== undefined) this.outcomes.set(text, outcome);
      }
  }

  /** @returns `undefined` when the outcome is unknown */
  private async send(text: string): Promise<Outcome | undefined> {
    const urls = this.urls();
    try {
      const response = await fetch(`${urls[Math.floor(Math.random() * urls.length)] ?? ''}/graphql`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': text,
          'x-access-token': this.token,
        },
        body: JSON.stringify({
          query: CONVERSE,
          variables: { id: this.bot.conversation, field: this.bot.field, text },
        }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const body = await response.text();
      if (response.status === 200 && body.includes(`"userRequest":"${text}"`)) return 'acknowledged';
      if (body.includes('REQUEST_RUNNING')) return 'running';
      if (body.includes('ANSWER_LOST')) return 'lost';
      if (response.status !== 503) this.oddities.push(`${String(response.status)} ${body}`);
    } catch {
      // The process had ended, or ended while it answered.
    }
    await sleep(AGAIN_MS);
    return undefined;
  }
}
