import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApolloServerErrorCode } from '@apollo/server/errors';
import { FAILURE_REASONS } from '../../../src/shared/failure';

const PAGE = readFileSync(join(__dirname, '../../../docs/graphql.md'), 'utf8');
const ERRORS = PAGE.slice(PAGE.indexOf('\n## Errors'), PAGE.indexOf('\n## Limits'));

test.each([...FAILURE_REASONS, 'INTERNAL_SERVER_ERROR'])('docs/graphql.md explains the code %s', (code) => {
  expect(ERRORS).toContain(`\`${code}\``);
});

/** Codes of Apollo Server for features that are not switched on here: persisted queries are supported. */
const NEVER = new Set(['PERSISTED_QUERY_NOT_SUPPORTED']);

test.each(Object.values(ApolloServerErrorCode).filter((code) => !NEVER.has(code)))(
  'docs/graphql.md names the code %s of GraphQL',
  (code) => {
    expect(ERRORS).toContain(`\`${code}\``);
  },
);

test('docs/graphql.md names only existing codes', () => {
  const known = new Set<string>([...FAILURE_REASONS, ...Object.values(ApolloServerErrorCode)]);
  const named = [...ERRORS.matchAll(/`([A-Z]+(?:_[A-Z]+)+|CONFLICT|FORBIDDEN|UNAVAILABLE)`/g)].map(
    ([, code]) => code,
  );

  expect(named.filter((code) => !known.has(String(code)))).toEqual([]);
});
