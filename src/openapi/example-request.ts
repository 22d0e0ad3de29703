import { documentedSpelling, takesText } from '../rest/table/flags';
import type { Route } from '../rest/table/route';
import { SAMPLE_PARAMETERS } from './sample-values';

/** The address of a request that shows what a route does: bare flags, and one item of a list. */
export function exampleAddress({ row, pathParameters }: Route): string {
  const path = pathParameters.reduce(
    (text, name) => text.replace(`:${name}`, encodeURIComponent(sampleOf(name))),
    row.path,
  );
  const flag = row.when && documentedSpelling(row.when, row.shows);
  const query = [
    ...(flag === undefined ? [] : [row.when && takesText(row.when) ? `${flag}=${sampleOf(row.when)}` : flag]),
    ...(row.shows === 'list' ? ['limit=1'] : []),
  ];
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

/** The same as variables of the document. */
export function exampleVariables({ row, pathParameters }: Route): Readonly<Record<string, unknown>> {
  const names = [...pathParameters, ...(row.when && takesText(row.when) ? [row.when] : [])];
  return Object.fromEntries(names.map((name) => [name, sampleOf(name)]));
}

function sampleOf(name: string): string {
  return SAMPLE_PARAMETERS[name] ?? '1';
}
