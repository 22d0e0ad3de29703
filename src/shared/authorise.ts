/**
 * Throws a Failure when the one who asks, as the context of a request knows it, may not have a field. It stands in the
 * `extensions` of schema fields, so that whoever executes documents can ask before anything runs.
 */
export type Authorise = (context: unknown) => void;

/** The name of the extension. */
export const AUTHORISE = 'authorise';
