import {
  type FieldKind,
  resourceFieldsOf,
  type ResourceField,
} from '../../../../src/domain/chatbot/resource/resource-fields';
import { RESOURCE_TYPES } from '../../../../src/domain/chatbot/resource/resource-types';
import { storedFields } from '../../../../src/domain/chatbot/resource/stored-fields';
import { Failure } from '../../../../src/shared/failure';

/** For each kind of field, values that fit with how they are stored, and values that do not with what is said of them. */
const KINDS: Readonly<
  Record<
    Exclude<FieldKind, 'part'>,
    { fit: readonly (readonly [unknown, unknown])[]; unfit: readonly unknown[]; said: string }
  >
> = {
  text: {
    fit: [
      ['', ''],
      ['cafe\u0301', 'caf\u00e9'],
      ['😀'.repeat(100_000), '😀'.repeat(100_000)],
    ],
    unfit: [7, true, {}, ['a']],
    said: 'must be a string',
  },
  flag: {
    fit: [
      [true, true],
      [false, false],
    ],
    unfit: ['true', 1, {}],
    said: 'must be true or false',
  },
  integer: {
    fit: [
      [0, 0],
      [-7, -7],
    ],
    unfit: ['7', 7.5, true, 2 ** 53],
    said: 'must be an integer',
  },
  loose: {
    fit: [
      ['a', '"a"'],
      [7.5, '7.5'],
      [false, 'false'],
    ],
    unfit: [{}, []],
    said: 'must be a string, a number or a boolean',
  },
  object: {
    fit: [[{ a: [null] }, '{"a":[null]}']],
    unfit: [[], 'a', 7],
    said: 'must be an object',
  },
  objects: {
    fit: [
      [[], '[]'],
      [[{ a: 1 }, {}], '[{"a":1},{}]'],
    ],
    unfit: [{}, 'a', [1], [{}, null]],
    said: 'must be a list of objects',
  },
};

const FIELDS: readonly (readonly [string, ResourceField, (typeof RESOURCE_TYPES)[number]])[] =
  RESOURCE_TYPES.flatMap((type) =>
    resourceFieldsOf(type.domainClass).map(
      (field) => [`${type.name}.${field.graphName}`, field, type] as const,
    ),
  );

/** One field of each kind. */
const ONE_OF_EACH = [...new Map(FIELDS.map((field) => [field[1].kind, field])).values()];

function failureOf(run: () => unknown): Failure {
  try {
    run();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

test.each(FIELDS)(
  '%s is stored in the form of its kind, and refused if it is invalid',
  (_, field, { domainClass }) => {
    expect(storedFields(domainClass, { [field.name]: null })).toEqual({ [field.name]: null });
    expect(storedFields(domainClass, { [field.name]: undefined, another: 7 })).toEqual({});
    if (field.kind === 'part') return;
    const { fit, unfit, said } = KINDS[field.kind];
    for (const [given, stored] of fit)
      expect(storedFields(domainClass, { [field.name]: given })).toEqual({ [field.name]: stored });
    for (const given of unfit) {
      const { reason, message } = failureOf(() => storedFields(domainClass, { [field.name]: given }));
      expect([reason, message]).toEqual(['INVALID_INPUT', `${field.graphName} ${said}`]);
    }
  },
);

test('every kind of field occurs in a resource type', () => {
  expect(ONE_OF_EACH.map(([, { kind }]) => kind).sort()).toEqual([...Object.keys(KINDS), 'part'].sort());
});

test('a text of more than 100,000 characters is refused', () => {
  const [, field, { domainClass }] = ONE_OF_EACH.find(([, { kind }]) => kind === 'text')!;
  const { message } = failureOf(() => storedFields(domainClass, { [field.name]: 'x'.repeat(100_001) }));

  expect(message).toBe(`${field.graphName} must have at most 100000 characters`);
});

describe('a part', () => {
  const [, { name, graphName, type = Object }, { domainClass }] = ONE_OF_EACH.find(
    ([, { kind }]) => kind === 'part',
  )!;
  const [inner] = resourceFieldsOf(type).filter(({ kind }) => kind === 'text');

  test('has all its fields, with null for those that are absent, and the time of its last update', () => {
    const names = resourceFieldsOf(type).map((field) => field.name);
    const nothing = { ...Object.fromEntries(names.map((name) => [name, null])), lastUpdate: null };

    const storedAs = (part: object) => ({ [name]: JSON.stringify(part) });
    expect(storedFields(domainClass, { [name]: {} })).toEqual(storedAs(nothing));
    expect(storedFields(domainClass, { [name]: { lastUpdate: '2026', another: 1 } })).toEqual(
      storedAs({ ...nothing, lastUpdate: '2026' }),
    );
    expect(storedFields(domainClass, { [name]: { lastUpdate: 7 } })).toEqual(storedAs(nothing));
  });

  test('that is invalid, or has an invalid field, is refused', () => {
    expect(failureOf(() => storedFields(domainClass, { [name]: [] })).message).toBe(
      `${graphName} must be an object`,
    );
    const { message, field } = failureOf(() => storedFields(domainClass, { [name]: { [inner!.name]: 7 } }));
    expect([field, message]).toEqual([
      [graphName, inner!.graphName],
      expect.stringContaining('must be a string'),
    ]);
  });
});
