import { editsBetween } from '../domain/search/edits';
import { type Variable, VARIABLES } from './variables';

/** Minimum length of a name in which a typing error is assumed. `NODE`, which npm sets, is not `MODE`. */
const MIN_LENGTH_WITH_ERRORS = 6;

/** Number of letters of a name for one typing error in it. */
const LETTERS_PER_ERROR = 4;

const MAX_ERRORS = 2;

/** A prefix that operators may expect, because many programs have one. */
const PREFIX = /^GRIOT_/;

const KNOWN_VARIABLES: readonly Variable[] = Object.values(VARIABLES);

const NAMES: ReadonlySet<string> = new Set(KNOWN_VARIABLES.map(({ name }) => name));

/**
 * Returns a sentence for each variable that the server does not read although its name resembles one that it reads. Other unknown
 * variables belong to other programs.
 */
export function unknownVariables(env: NodeJS.ProcessEnv): readonly string[] {
  return Object.keys(env).flatMap((name) => {
    if (NAMES.has(name)) return [];
    const resembled = resembledVariable(name.toUpperCase());
    return resembled === undefined
      ? []
      : `${name} is not a variable of Griot and has no effect. Did you mean ${resembled.name}?`;
  });
}

function resembledVariable(name: string): Variable | undefined {
  const plain = name.replace(PREFIX, '');
  return (
    KNOWN_VARIABLES.find((known) => known.name === plain || known.formerName === plain) ??
    nearest(plain) ??
    KNOWN_VARIABLES.find((known) => beginning(known.name) === beginning(plain))
  );
}

/** The variable whose name has the fewest differences, if these are few enough to be typing errors. */
function nearest(name: string): Variable | undefined {
  const [best] = KNOWN_VARIABLES.flatMap((variable) => {
    const errors = typingErrors(name, variable.name);
    return errors === undefined ? [] : { variable, errors };
  }).sort((a, b) => a.errors - b.errors);
  return best?.variable;
}

/** Lengths are compared first because names of other programs may be long. */
function typingErrors(name: string, known: string): number | undefined {
  const shortest = Math.min(name.length, known.length);
  const most = Math.min(MAX_ERRORS, Math.floor(shortest / LETTERS_PER_ERROR));
  if (shortest < MIN_LENGTH_WITH_ERRORS || Math.abs(name.length - known.length) > most) return undefined;
  const errors = editsBetween(name, known);
  return errors <= most ? errors : undefined;
}

/** The first two words of a name, as `JWT_SECRET` of `JWT_SECRET_KEY`; the name itself if it has fewer. */
function beginning(name: string): string {
  return name.split('_', 2).join('_');
}
