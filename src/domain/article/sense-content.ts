import 'reflect-metadata';
import { Field, Int, ObjectType } from 'type-graphql';
import { textField } from '../values/described-fields';

/** The number of the sense to which an item belongs. */
export const senseField = () =>
  Field(() => Int, {
    nullable: true,
    description: 'Number of the sense that the item belongs to. Null if it belongs to the whole article.',
  });

@ObjectType({ description: 'A sense (meaning) of the headword.', simpleResolvers: true })
export class Sense {
  @Field(() => Int, { description: 'Number of the sense: as written, or its position starting at 1.' })
  readonly number!: number;

  /** Identifier from the imported file. GraphQL names it `importedId`, since client caches treat `id` as the identifier of an object. */
  readonly id?: string;

  @Field(() => Int, { nullable: true, description: 'Number of the sense that contains this one.' })
  readonly parent?: number;

  @textField('Short text that distinguishes the sense from the others.')
  readonly indicator?: string;
}

@ObjectType({ description: 'A definition of the headword or of a sense.', simpleResolvers: true })
export class Definition {
  @senseField()
  readonly sense?: number;

  @textField('Language tag of the definition, in lower case.')
  readonly lang?: string;

  @textField('Kind of the definition.')
  readonly type?: string;

  @Field(() => String, { description: 'Text of the definition.' })
  readonly content!: string;
}

@ObjectType({ description: 'A note on the article or on a sense.', simpleResolvers: true })
export class Note {
  @senseField()
  readonly sense?: number;

  @textField('Language tag of the note, in lower case.')
  readonly lang?: string;

  @textField('Kind of the note, such as "grammar" or "encyclopedic".')
  readonly type?: string;

  @Field(() => String, { description: 'Text of the note.' })
  readonly content!: string;
}

@ObjectType({ description: 'A usage label: register, region, status.', simpleResolvers: true })
export class UsageLabel {
  @senseField()
  readonly sense?: number;

  @textField('Language tag of the label, in lower case.')
  readonly lang?: string;

  @textField('Kind of the label, such as "register".')
  readonly type?: string;

  @Field(() => String, { description: 'The label, such as "archaic".' })
  readonly content!: string;
}

@ObjectType({ description: 'A pronunciation of the headword.', simpleResolvers: true })
export class Pronunciation {
  @senseField()
  readonly sense?: number;

  @textField('Language tag of the transcription, in lower case.')
  readonly lang?: string;

  @textField('Notation of the transcription, such as "ipa".')
  readonly notation?: string;

  @textField('The transcription.')
  readonly content?: string;

  @textField('The tone pattern.')
  readonly tone?: string;

  @textField('Address of a recording, as written.')
  readonly href?: string;
}

@ObjectType({ description: 'A relation to another word.', simpleResolvers: true })
export class WordRelation {
  @senseField()
  readonly sense?: number;

  @textField('Kind of the relation, such as `synonym`, `antonym`, `component`, or as written.')
  readonly type?: string;

  @textField('The other word.')
  readonly target?: string;

  @Field(() => Int, {
    nullable: true,
    description:
      'Number of the sense of the other word. Null if the relation is to the whole word, or it has one sense.',
  })
  readonly targetSense?: number;

  @textField('Identifier of the other article or sense.')
  readonly ref?: string;

  @textField('Gloss of the other word.')
  readonly gloss?: string;
}

@ObjectType({ description: 'A semantic domain or subject.', simpleResolvers: true })
export class SemanticDomain {
  @senseField()
  readonly sense?: number;

  @textField('List that the domain is taken from, such as "semantic-domain-ddp4".')
  readonly scheme?: string;

  @Field(() => String, { description: 'The domain as written.' })
  readonly content!: string;
}

@ObjectType({ description: 'An etymology of the headword.', simpleResolvers: true })
export class Etymology {
  @senseField()
  readonly sense?: number;

  @textField('Kind of the etymology, such as "borrowed".')
  readonly type?: string;

  @textField('Language that the word comes from, as written.')
  readonly language?: string;

  @textField('Form of the word in that language.')
  readonly form?: string;

  @textField('Gloss of that form.')
  readonly gloss?: string;

  @textField('Comment on the etymology.')
  readonly content?: string;
}

@ObjectType({ description: 'A picture or recording.', simpleResolvers: true })
export class MediaReference {
  @senseField()
  readonly sense?: number;

  @textField('`picture` or `audio`.')
  readonly kind?: string;

  @Field(() => String, { description: 'Address of the file, as written.' })
  readonly href!: string;

  @textField('Caption.')
  readonly label?: string;
}
