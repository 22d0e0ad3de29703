import 'reflect-metadata';
import { Field, ObjectType } from 'type-graphql';
import { Variant } from './variant';

@ObjectType({ description: 'The entry of an article: its headword and variants.', simpleResolvers: true })
export class Entry {
  @Field(() => String, {
    nullable: true,
    description: 'The headword: as given, else the first variant, else the radical of the article.',
  })
  readonly headword?: string;

  @Field(() => [Variant], { description: 'Variants, in the order in which they are written.' })
  readonly variants!: readonly Variant[];
}
