import { useState, type SyntheticEvent } from 'react';
import { logIn, type AccountKind, type Session } from './session';

interface LoginBarProps {
  readonly session: Session | undefined;
  readonly onChange: (session: Session | undefined) => void;
}

/** Who asks: nobody, or a user or application that logged in. */
export function LoginBar({ session, onChange }: LoginBarProps) {
  return (
    <header className="bar">
      <a className="bar-brand" href="/">
        Griot
      </a>
      <h1>GraphQL playground</h1>
      {session ? <LoggedIn session={session} onChange={onChange} /> : <LoginForm onChange={onChange} />}
    </header>
  );
}

function LoggedIn({ session, onChange }: LoginBarProps) {
  const leave = (): void => {
    onChange(undefined);
  };
  return (
    <div className="bar-form">
      <span role="status">
        Logged in as <b>{session?.name}</b> for {session?.validity}
      </span>
      <button type="button" onClick={leave}>
        Log out
      </button>
    </div>
  );
}

function LoginForm({ onChange }: Pick<LoginBarProps, 'onChange'>) {
  const [problem, setProblem] = useState('');
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const textOf = (name: string): string => form.get(name) as string;
    logIn(textOf('kind') as AccountKind, textOf('name'), textOf('password')).then(
      onChange,
      (error: unknown) => {
        setProblem(error instanceof Error ? error.message : String(error));
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
