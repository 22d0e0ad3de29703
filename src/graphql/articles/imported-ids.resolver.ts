import { FieldResolver, Resolver, Root } from 'type-graphql';
import { Entry } from '../../domain/article/article-content';
import { Sense } from '../../domain/article/sense-content';

/**
 * Declares the identifier of an imported item. It is not a global identifier, and is not named `id`, because client
 * caches take an `id` for that of an object.
 */
const importedId = (description: string) => FieldResolver(() => String, { nullable: true, description });

@Resolver(() => Entry)
export class EntryFieldsResolver {
  @importedId('Identifier of the entry, kept from the imported file.')
  importedId(@Root() { id }: Entry): string | undefined {
    return id;
  }
}

@Resolver(() => Sense)
export class SenseFieldsResolver {
  @importedId('Identifier of the sense, kept from the imported file. `ref` of relations names it.')
  importedId(@Root() { id }: Sense): string | undefined {
    return id;
  }
}
