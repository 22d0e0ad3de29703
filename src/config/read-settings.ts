import type { z } from 'zod';
import { VARIABLES, type Variable } from './variables';

type Table = typeof VARIABLES;
type ValueOf<V extends Variable> =
  z.output<V['schema']> | (V extends { readonly fallback: string } ? never : undefined);

/** The value of every variable in the table, by its name in the program. */
export type Settings = { readonly [K in keyof Table]: ValueOf<Table[K]> };

export interface ReadSettings {
  /** Holds each value that is right; complete when there are no problems. */
  readonly settings: Settings;
  /** One sentence for each wrong variable, without its value: it may be a secret. */
  readonly problems: readonly string[];
}

/** Reads every variable of the table, each on its own; an empty string counts as unset. */
export function readSettings(env: NodeJS.ProcessEnv): ReadSettings {
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [key, variable] of Object.entries<Variable>(VARIABLES)) {
    const text = textOf(variable, env);
    if (text === undefined) continue;
    const outcome = variable.schema.safeParse(text);
    if (outcome.success) values[key] = outcome.data;
    else problems.push(`${variable.name} must be ${variable.allowed.replaceAll('`', '')}.`);
  }
  return { settings: values as Settings, problems };
}

function textOf(variable: Variable, env: NodeJS.ProcessEnv): string | undefined {
  const given = env[variable.name];
  return given === undefined || given === '' ? variable.fallback : given;
}
