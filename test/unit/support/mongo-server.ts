interface Account {
  readonly pwd: string;
  readonly roles: readonly string[];
}

/** What mongosh has in a script. */
interface Shell {
  readonly db: object;
  readonly rs: object;
}

/** The rules of MongoDB by which accounts are made, for a script that no MongoDB is at hand to run. */
export interface MongoServer {
  /** A new connection from the server's own machine. */
  readonly connect: () => Shell;
  readonly elect: (isPrimary?: boolean) => void;
  readonly accounts: () => Readonly<Record<string, Account>>;
  readonly makeAccount: (name: string, account: Account) => void;
  readonly members: readonly object[];
  readonly writes: number;
}

/** Source: MongoDB 8.0 manual, "Localhost Exception in Self-Managed Deployments". */
export function mongoServer(): MongoServer {
  const accounts = new Map<string, Account>();
  const state = { members: [] as readonly object[], isPrimary: false, writes: 0 };
  const connect = (): Shell => {
    let who: string | undefined;
    const allow = () => {
      // Without any account, whoever is on the same machine may start the set and make the first one.
      if (who !== 'admin.root' && accounts.size > 0) throw new Error('requires authentication');
      if (!state.isPrimary) throw new Error('not primary');
      state.writes++;
    };
    const database = (name: string) => ({
      hello: () => ({
        ...((state.members.length > 0 || state.isPrimary) && { setName: 'griot' }),
        isWritablePrimary: state.isPrimary,
      }),
      getSiblingDB: database,
      auth: (user: string, pwd: string) => {
        if (accounts.get(`${name}.${user}`)?.pwd !== pwd) throw new Error('Authentication failed.');
        who = `${name}.${user}`;
        return { ok: 1 };
      },
      getUser: (user: string) => accounts.get(`${name}.${user}`) ?? null,
      createUser: ({ user, ...account }: Account & { user: string }) => {
        allow();
        if (accounts.has(`${name}.${user}`)) throw new Error('already exists');
        accounts.set(`${name}.${user}`, account);
      },
      updateUser: (user: string, account: Account) => {
        allow();
        accounts.set(`${name}.${user}`, account);
      },
    });
    const initiate = ({ members }: { members: readonly object[] }) => {
      if (accounts.size > 0) throw new Error('requires authentication');
      state.members = members;
    };
    return { db: database('test'), rs: { initiate } };
  };
  return {
    connect,
    elect: (isPrimary = true) => (state.isPrimary = isPrimary),
    accounts: () => Object.fromEntries(accounts),
    makeAccount: (name, account) => accounts.set(name, account),
    get members() {
      return state.members;
    },
    get writes() {
      return state.writes;
    },
  };
}
