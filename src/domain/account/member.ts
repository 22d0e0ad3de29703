import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { DictionaryRole } from '../../shared/viewer';

export const DictionaryRoleName = {
  READER: 'reader',
  CONTRIBUTOR: 'contributor',
  EDITOR: 'editor',
  OWNER: 'owner',
} as const satisfies Record<string, DictionaryRole>;
registerEnumType(DictionaryRoleName, {
  name: 'DictionaryRole',
  description: 'Role of a member of a dictionary. Each role may do all that those before it may.',
  valuesConfig: {
    READER: { description: 'Sees the other members and the proposals.' },
    CONTRIBUTOR: { description: 'Proposes new articles and changes.' },
    EDITOR: { description: 'Writes articles, sees hidden ones, reviews proposals and moderates comments.' },
    OWNER: { description: 'Changes the metadata and the members, and imports files.' },
  },
});

/** A user with a role in a dictionary. */
@ObjectType({ description: 'A user with a role in a dictionary.', simpleResolvers: true })
export class DictionaryMember {
  readonly dictionaryId!: string;

  @Field(() => Int, { description: 'Number of the user.' })
  userNumber!: number;

  @Field(() => String, { description: 'Username.' })
  username!: string;

  @Field(() => String, { nullable: true, description: 'Name of the person.' })
  name!: string | null;

  @Field(() => DictionaryRoleName, { description: 'Role in the dictionary.' })
  role!: DictionaryRole;
}
