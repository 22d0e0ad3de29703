import { Failure } from '../../shared/failure';
import type { AttemptCounter } from '../../storage/accounts/attempt-limits';
import type { Storage } from '../../storage/storage';
import { isLoopback, type LoginLimitRules, networkOf } from './login-limits';

/** Applications that one address may register in an hour while anyone may. */
const BY_ADDRESS = { points: 5, duration: 3600 } as const;

/** Limits how many applications strangers make. */
export class RegistrationLimit {
  private readonly byAddress: AttemptCounter;

  constructor(
    storage: Pick<Storage, 'attempts'>,
    private readonly rules: LoginLimitRules,
  ) {
    this.byAddress = storage.attempts('registration-address', BY_ADDRESS);
  }

  /** @throws Failure RATE_LIMITED when the address has made too many */
  async take(address: string): Promise<void> {
    if (!this.rules.isOn || (this.rules.sparesLoopback && isLoopback(address))) return;
    const { isAllowed, resetsAfter } = await this.byAddress.take(networkOf(address));
    if (isAllowed) return;
    const message = `Too many applications were registered; try again in ${resetsAfter} seconds`;
    throw new Failure('RATE_LIMITED', message, { retryAfter: resetsAfter });
  }
}
