import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FieldNode, parse, visit } from 'graphql';
import { wireName } from '../../../src/formats/chatbot/application-folder';

const FOLDER = join(__dirname, '../../../schema/operations/chatbot');

/** The fields of the fragments that show applications, without what only counts or bounds lists. */
function shownFields(file: string): FieldNode[] {
  const fields: FieldNode[] = [];
  visit(parse(readFileSync(join(FOLDER, file), 'utf8')), {
    Field: (field) => {
      const isOfList = field.name.value.startsWith('newest') || field.alias?.value.startsWith('_');
      if (isOfList !== true) fields.push(field);
    },
  });
  return fields;
}

/** What owners choose is called external in GraphQL alone, where `fieldId` is a global identifier. */
function memberBehind(field: string): string {
  return field.replace(/^external([A-Z])/, (_, letter: string) => letter.toLowerCase());
}

test('files name members as the documents of the routes do', () => {
  const fields = shownFields('application-parts.graphql');

  expect(fields.length).toBeGreaterThan(80);
  for (const { name, alias } of fields)
    expect(wireName(memberBehind(name.value))).toBe((alias ?? name).value);
});
