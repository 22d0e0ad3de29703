import { useEffect, useState, type SyntheticEvent } from 'react';
import { logIn, type AccountKind, type Session } from './session';

interface LoginBarProps {
  readonly session: Session | undefined;
  readonly onChange: (session: Session | undefined) => void;
}

const EXPIRED = 'The session has expired. Log in again.';

/** Shows the current viewer: anonymous, or a logged-in user or application. */
export function LoginBar({ session, onChange }: LoginBarProps) {
  const [problem, setProblem] = useState('');
  const change = (next: Session | undefined, reason = ''): void => {
    setProblem(reason);
    onChange(next);
  };
  return (
    <header className="bar">
      <a className="bar-brand" href="/">
        Griot
      </a>
      <h1>GraphQL playground</h1>
      {session ? (
        <LoggedIn session={session} onChange={change} />
      ) : (
        <LoginForm problem={problem} onChange={change} />
      )}
    </header>
  );
}

type Change = (session: Session | undefined, reason?: string) => void;

function LoggedIn({ session, onChange }: { readonly session: Session; readonly onChange: Change }) {
  const [now, setNow] = useState(Date.now);
  const left = session.expiresAt - now;
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
    }, SECOND_MS);
    return () => {
      clearInterval(timer);
    };
  }, []);
  useEffect(() => {
    if (left <= 0) onChange(undefined, EXPIRED);
  });
  const leave = (): void => {
    onChange(undefined);
  };
  return (
    <div className="bar-form">
      <span>
        Logged in as <b>{session.name}</b> for <time role="timer">{clock(left)}</time>
      </span>
      <button type="button" onClick={leave}>
        Log out
      </button>
    </div>
  );
}

const SECOND_MS = 1000;
const MINUTE_S = 60;

/** Formats a duration as hours, minutes and seconds. */
function clock(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / SECOND_MS));
  const parts = [Math.floor(seconds / MINUTE_S / MINUTE_S), Math.floor(seconds / MINUTE_S) % MINUTE_S];
  return [...(parts[0] === 0 ? parts.slice(1) : parts), seconds % MINUTE_S]
    .map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0')))
    .join(':');
}

function LoginForm({ problem, onChange }: { readonly problem: string; readonly onChange: Change }) {
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const textOf = (name: string): string => form.get(name) as string;
    logIn(textOf('kind') as AccountKind, textOf('name'), textOf('password')).then(
      (session) => {
        onChange(session);
      },
      (error: unknown) => {
        onChange(undefined, error instanceof Error ? error.message : String(error));
      },
    );
  };
  return (
    <form className="bar-form" onSubmit={submit}>
      <select name="kind" aria-label="Kind of account">
        <option value="user">User or admin</option>
        <option value="application">Application</option>
      </select>
      <input name="name" placeholder="Name" aria-label="Name" autoComplete="username" required />
      <input
        name="password"
        type="password"
        placeholder="Password"
        aria-label="Password"
        autoComplete="current-password"
        required
      />
      <button type="submit">Log in</button>
      <span className="bar-problem" role="alert">
        {problem}
      </span>
    </form>
  );
}
