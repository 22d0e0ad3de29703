import type { Document } from '../../src/query/value';
import { isArray, isDocument } from '../../src/query/value';
import { decode } from '../../src/query/decode';
import { show } from './script';
import { textOfDocument, type Answer, type WriteError } from './answer';
import type { Outcome } from './engine';

/** Two outcomes that differ but should be equal, as texts. */
export interface Difference {
  readonly reference: string;
  readonly subject: string;
}

/** @returns undefined when the outcomes agree */
export function differenceOf(
  command: Document,
  reference: Outcome,
  subject: Outcome,
): Difference | undefined {
  const options = {
    inOrder: isOrdered(command),
    isDescriptions: command.has('listIndexes'),
    known: isKnownByBoth(reference, subject),
  };
  const texts = { reference: textOf(reference, options), subject: textOf(subject, options) };
  return texts.reference === texts.subject ? undefined : texts;
}

interface CompareOptions {
  readonly inOrder: boolean;
  /** The outcome of listing indexes, whose options may be in any order. */
  readonly isDescriptions: boolean;
  readonly known: Known;
}

/** Without a sort, and after grouping, the order of documents is undefined. */
function isOrdered(command: Document): boolean {
  if (command.has('sort')) return true;
  const stages = command.get('pipeline');
  return isArray(stages) && !stages.some((stage) => isDocument(stage) && stage.has('$group'));
}

function textOf(outcome: Outcome, { inOrder, isDescriptions, known }: CompareOptions): string {
  if (!outcome.ok) return `error ${outcome.code}${outcome.isTransient ? ' (transient)' : ''}`;
  const { fields, documents, errors = [] } = outcome.answer;
  const shown = documents?.map(isDescriptions ? textOfFields : textOfDocument) ?? [];
  if (!inOrder) shown.sort();
  const failures = errors.map((error, at) => textOfError(error, known[at] ?? {}));
  return [fields, ...failures, ...shown].join('\n');
}

function textOfFields(bytes: Buffer): string {
  const fields = [...decode(bytes)].map((field) => show(new Map([field])));
  return fields.sort().join();
}

function textOfError({ index, code, pattern, value }: WriteError, known: Partial<WriteError>): string {
  return `${index}: error ${code} ${(known.pattern && pattern) ?? ''} ${(known.value && value && untyped(value)) ?? ''}`;
}

/** The reference database derives the value of a duplicate key from the command, without the types of numbers. */
function untyped(text: string): string {
  return text.replace(/(?:Double|Long)\('?([^')]*)'?\)/g, (_, digits: string) =>
    digits === '-0' ? '0' : digits,
  );
}

type Known = readonly Partial<WriteError>[];

/** The details of write errors that both engines return. They are those of MongoDB, and an engine may omit them. */
function isKnownByBoth(reference: Outcome, subject: Outcome): Known {
  const errorsOf = (outcome: Outcome): readonly WriteError[] =>
    (outcome.ok ? (outcome.answer satisfies Answer).errors : undefined) ?? [];
  const others = errorsOf(subject);
  return errorsOf(reference).map((error, at) => ({
    ...(error.pattern && others[at]?.pattern ? { pattern: error.pattern } : {}),
    // The reference database derives the value from the command without entering arrays.
    ...(error.value && others[at]?.value && !error.pattern?.includes('.') ? { value: error.value } : {}),
  }));
}
