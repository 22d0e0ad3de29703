import { Field, InputType, Int } from 'type-graphql';
import { textField } from '../../domain/values/described-fields';

const requiredTextField = (description: string) => Field(() => String, { description });
/** Declares the field with the language of an item. */
export const lang = () =>
  textField(
    'Language tag (BCP 47), such as `sw`: letters, digits and hyphens, at most 35 characters; `_` counts as a hyphen.',
  );

/** Declares the field with the number of the sense that an item belongs to. */
export const sense = () =>
  Field(() => Int, {
    nullable: true,
    description: 'Number of the sense that the item belongs to. Defaults to the existing one.',
  });

@InputType({ description: 'A sense (meaning).' })
export class SenseInput {
  @Field(() => Int, { nullable: true, description: 'Number of the sense. Defaults to the position.' })
  number?: number | null;

  @textField('Identifier of the sense, which `ref` of relations names.')
  importedId?: string | null;

  @Field(() => Int, { nullable: true, description: 'Number of the sense that contains this one.' })
  parent?: number | null;

  @textField('Short text that distinguishes the sense from the others.')
  indicator?: string | null;
}

/** The content with the identifiers of senses under their stored name. */
export function withStoredIds<Content extends { readonly senses?: readonly SenseInput[] | null }>(
  content: Content,
): Content {
  const senses = content.senses?.map(({ importedId, ...sense }) => ({
    ...sense,
    ...(importedId != null && { id: importedId }),
  }));
  return senses ? { ...content, senses } : content;
}

@InputType({ description: 'A definition.' })
export class DefinitionInput {
  @sense()
  sense?: number | null;

  @lang()
  lang?: string | null;

  @textField('Kind.')
  type?: string | null;

  @requiredTextField('The text.')
  content!: string;
}

@InputType({ description: 'A note.' })
export class NoteInput extends DefinitionInput {}

@InputType({ description: 'A usage label.' })
export class UsageLabelInput extends DefinitionInput {}

@InputType({ description: 'A pronunciation.' })
export class PronunciationInput {
  @sense()
  sense?: number | null;

  @lang()
  lang?: string | null;

  @textField('Notation, e.g. `ipa`.')
  notation?: string | null;

  @textField('The transcription.')
  content?: string | null;

  @textField('The tone pattern.')
  tone?: string | null;

  @textField('Address of a recording.')
  href?: string | null;
}

@InputType({ description: 'A relation to another word.' })
export class WordRelationInput {
  @sense()
  sense?: number | null;

  @textField('Kind, e.g. `synonym`.')
  type?: string | null;

  @textField('The other word.')
  target?: string | null;

  @Field(() => Int, { nullable: true, description: 'Number of the sense of the other word.' })
  targetSense?: number | null;

  @textField('Identifier of the other article or sense.')
  ref?: string | null;

  @textField('Gloss of the other word.')
  gloss?: string | null;
}

@InputType({ description: 'A semantic domain or subject.' })
export class SemanticDomainInput {
  @sense()
  sense?: number | null;

  @textField('List that the domain is taken from.')
  scheme?: string | null;

  @requiredTextField('The domain.')
  content!: string;
}

@InputType({ description: 'An etymology.' })
export class EtymologyInput {
  @sense()
  sense?: number | null;

  @textField('Kind, e.g. `borrowed`.')
  type?: string | null;

  @textField('Language that the word comes from.')
  language?: string | null;

  @textField('Form in that language.')
  form?: string | null;

  @textField('Gloss of that form.')
  gloss?: string | null;

  @textField('Comment.')
  content?: string | null;
}

@InputType({ description: 'A picture or recording.' })
export class MediaReferenceInput {
  @sense()
  sense?: number | null;

  @textField('`picture` or `audio`.')
  kind?: string | null;

  @requiredTextField('Address of the file.')
  href!: string;

  @textField('Caption.')
  label?: string | null;
}

@InputType({ description: 'A usage example.' })
export class ExampleInput {
  @sense()
  sense?: number | null;

  @lang()
  lang?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Number within the article. Defaults to the existing number, or to the position.',
  })
  number?: number | null;

  @textField('The example in the language of the dictionary.')
  content?: string | null;

  @textField('The translation of the example.')
  target?: string | null;

  @textField('Kind of the translation.')
  translationType?: string | null;

  @textField('Source of the example.')
  reference?: string | null;

  @textField('Interlinear gloss.')
  gloss?: string | null;

  @textField('Address of a recording.')
  href?: string | null;
}
