import { Field, InputType, Int } from 'type-graphql';

const text = (description: string) => Field(() => String, { nullable: true, description });
const required = (description: string) => Field(() => String, { description });
/** The field that says in which language an item is. */
export const lang = () =>
  text(
    'Language tag (BCP 47), such as `sw`: letters, digits and hyphens, at most 35 characters; `_` counts as a hyphen.',
  );

/** The field that says which sense an item belongs to. */
export const sense = () =>
  Field(() => Int, {
    nullable: true,
    description: 'Number of the sense that the item belongs to. Defaults to the existing one.',
  });

@InputType({ description: 'A sense (meaning).' })
export class SenseInput {
  @Field(() => Int, { nullable: true, description: 'Number of the sense. Defaults to the position.' })
  number?: number | null;

  @text('Identifier of the sense, which `ref` of relations names.')
  importedId?: string | null;

  @Field(() => Int, { nullable: true, description: 'Number of the sense that contains this one.' })
  parent?: number | null;

  @text('Short text that distinguishes the sense from the others.')
  indicator?: string | null;
}

/** The content with the identifiers of senses under the name by which articles store them. */
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

  @text('Kind.')
  type?: string | null;

  @required('The text.')
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

  @text('Notation, e.g. `ipa`.')
  notation?: string | null;

  @text('The transcription.')
  content?: string | null;

  @text('The tone pattern.')
  tone?: string | null;

  @text('Address of a recording.')
  href?: string | null;
}

@InputType({ description: 'A relation to another word.' })
export class WordRelationInput {
  @sense()
  sense?: number | null;

  @text('Kind, e.g. `synonym`.')
  type?: string | null;

  @text('The other word.')
  target?: string | null;

  @text('Identifier of the other article or sense.')
  ref?: string | null;

  @text('Gloss of the other word.')
  gloss?: string | null;
}

@InputType({ description: 'A semantic domain or subject.' })
export class SemanticDomainInput {
  @sense()
  sense?: number | null;

  @text('List that the domain is taken from.')
  scheme?: string | null;

  @required('The domain.')
  content!: string;
}

@InputType({ description: 'An etymology.' })
export class EtymologyInput {
  @sense()
  sense?: number | null;

  @text('Kind, e.g. `borrowed`.')
  type?: string | null;

  @text('Language that the word comes from.')
  language?: string | null;

  @text('Form in that language.')
  form?: string | null;

  @text('Gloss of that form.')
  gloss?: string | null;

  @text('Comment.')
  content?: string | null;
}

@InputType({ description: 'A picture or recording.' })
export class MediaReferenceInput {
  @sense()
  sense?: number | null;

  @text('`picture` or `audio`.')
  kind?: string | null;

  @required('Address of the file.')
  href!: string;

  @text('Caption.')
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

  @text('The example in the language of the dictionary.')
  content?: string | null;

  @text('The translation of the example.')
  target?: string | null;

  @text('Kind of the translation.')
  translationType?: string | null;

  @text('Source of the example.')
  reference?: string | null;

  @text('Interlinear gloss.')
  gloss?: string | null;

  @text('Address of a recording.')
  href?: string | null;
}
