import { type AccountServer, startWithAccounts } from './accounts';

/** A gateway that commands share, and the identifier of a dictionary that only one test uses. */
export interface CommandServer {
  readonly accounts: AccountServer;
  readonly id: string;
}

/**
 * Starts a gateway for all tests of a file, and passes it to each test with the identifier of a new dictionary.
 *
 * @param prefix beginning of the identifiers
 */
export function useCommandServer(prefix: string, assign: (given: CommandServer) => void): void {
  let accounts: AccountServer;
  let tests = 0;

  beforeAll(async () => {
    accounts = await startWithAccounts();
  });

  afterAll(() => accounts.server.close());

  beforeEach(() => {
    assign({ accounts, id: `${prefix}_${String(++tests)}` });
  });
}
