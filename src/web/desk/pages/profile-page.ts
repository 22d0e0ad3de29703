import { Failure } from '../../../shared/failure';
import { html, type Html, type Part } from '../../../shared/html';
import { deskDictionary } from '../addresses';
import type { DictionaryHead } from '../data';
import { localisedMessage } from '../desk-locale';
import { inDictionary } from '../dictionary-frame';
import { NO_FAULTS, csrfField, faultList, faultsOf, field, hidden, jsonFault, type Faults } from '../fields';
import { type DeskPage, Redirect, type DeskHandler, type DeskContext } from '../desk-context';

/** The fields of a profile in order, with their kind of control. */
const FIELD_CONTROLS = {
  shortName: 'text',
  longName: 'text',
  abbreviatedName: 'text',
  description: 'area',
  language: 'text',
  scripts: 'list',
  targetLanguages: 'list',
  license: 'text',
  logo: 'text',
  acceptsSuggestions: 'yes',
  source: 'area',
  sourceAuthors: 'area',
  targetAuthors: 'area',
  publication: 'text',
  comment: 'area',
  searchProfile: 'json',
} as const;

type FieldName = keyof typeof FIELD_CONTROLS;

/** Fields that are collapsed. */
const RARE: readonly FieldName[] = ['source', 'sourceAuthors', 'targetAuthors', 'publication', 'comment'];

type Profile = DictionaryHead & { readonly revision: number } & Readonly<Record<FieldName, unknown>>;

interface ProfileData {
  readonly dictionary: Profile | null;
}

/** The texts in the form. */
type Texts = Readonly<Record<FieldName, string>>;

/** The page of the profile of a dictionary: description, order and search settings. */
export const showProfile: DeskHandler = async (context) => {
  const profile = await readProfile(context);
  return profilePage(context, profile, { texts: inputTexts(profile) });
};

async function readProfile({ read, param, locale }: DeskContext): Promise<Profile> {
  const { dictionary } = await read<ProfileData>('profile', { dictionary: param('dictionary') });
  if (!dictionary) throw new Failure('NOT_FOUND', locale.texts.notFoundHint);
  return dictionary;
}

function byFieldName<Value>(value: (name: FieldName) => Value): Readonly<Record<FieldName, Value>> {
  const names = Object.keys(FIELD_CONTROLS) as FieldName[];
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<FieldName, Value>;
}

function inputTexts(profile: Profile): Texts {
  return byFieldName((name) => {
    const value = profile[name];
    if (value === null || value === undefined || value === false) return '';
    if (FIELD_CONTROLS[name] === 'json') return JSON.stringify(withoutNulls(value), null, 2);
    if (Array.isArray(value)) return value.join(' ');
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}

/** Removes unset values. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]));
}

/** Saves the changed fields, unless somebody else has changed the profile since the page was loaded. */
export const changeProfile: DeskHandler = async (context) => {
  const { form, write, locale } = context;
  const profile = await readProfile(context);
  const [before, texts] = [inputTexts(profile), byFieldName((name) => form.text(name).trim())];
  const revision = Number(form.word('revision'));
  const changed = (Object.keys(FIELD_CONTROLS) as FieldName[]).filter(
    (name) => texts[name] !== before[name].trim(),
  );
  const refused = (faults: Faults, status = 400) => ({
    ...profilePage(context, profile, { texts, revision, faults }),
    status,
  });
  if (profile.revision !== revision)
    return {
      ...profilePage(context, profile, { texts, faults: new Map([['', locale.desk.profileChanged]]) }),
      status: 409,
    };
  let input: Readonly<Record<string, unknown>>;
  try {
    input = Object.fromEntries(changed.map((name) => [name, profileValue(name, texts[name])]));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return refused(new Map([['searchProfile', jsonFault(texts.searchProfile, locale)]]));
  }
  try {
    const names = { dictionary: profile.dictionaryId, revision };
    const { errors } = await write('update-dictionary', { ...names, input });
    if (errors.length > 0) return refused(faultsOf(errors, ([, name = '']) => name));
  } catch (error) {
    // The rules do not have the shape that the schema requires.
    if (!(error instanceof Failure) || error.kind !== 'invalid' || !('searchProfile' in input)) throw error;
    return refused(
      new Map([['searchProfile', localisedMessage({ code: error.reason, message: error.message }, locale)]]),
    );
  }
  return new Redirect(`${deskDictionary(profile.dictionaryId, 'profile')}?done=saved`);
};

/** @throws SyntaxError if the rules are not valid JSON */
function profileValue(name: FieldName, text: string): unknown {
  const kind = FIELD_CONTROLS[name];
  if (kind === 'yes') return text === 'true';
  if (kind === 'list') return text.split(/[\s,;]+/).filter((name) => name !== '');
  if (text === '') return null;
  return kind === 'json' ? (JSON.parse(text) as unknown) : text;
}

interface ProfileForm {
  readonly texts: Texts;
  readonly revision?: number;
  readonly faults?: Faults;
}

function profilePage(
  context: DeskContext,
  profile: Profile,
  { texts, revision = profile.revision, faults = NO_FAULTS }: ProfileForm,
): DeskPage {
  const { locale } = context;
  const { desk } = locale;
  const fieldOf = (name: FieldName): Html => shownField(desk, name, { texts, faults });
  const isRare = (name: FieldName): boolean => RARE.includes(name) || FIELD_CONTROLS[name] === 'json';
  return inDictionary(context, profile, {
    title: desk.profile,
    tab: 'profile',
    main: html`<h1>${desk.profile}</h1>
      ${faultList(faults, locale, desk.profileFields)}
      <form
        class="stack"
        method="post"
        action="${deskDictionary(profile.dictionaryId, 'profile')}"
        enctype="multipart/form-data"
      >
        ${csrfField(context)} ${hidden('revision', revision)}
        ${(Object.keys(FIELD_CONTROLS) as FieldName[]).filter((name) => !isRare(name)).map(fieldOf)}
        ${collapsible(
          desk.moreProfile,
          RARE.map(fieldOf),
          RARE.some((name) => faults.has(name)),
        )}
        ${collapsible(desk.forExperts, fieldOf('searchProfile'), faults.has('searchProfile'))}
        <p><button>${desk.save}</button></p>
      </form>`,
  });
}

function collapsible(title: string, fields: Part, isOpen: boolean): Html {
  return html`<details ${isOpen && html`open`}>
    <summary>${title}</summary>
    <div class="stack">${fields}</div>
  </details>`;
}

function shownField(
  { profileFields, profileHints }: DeskContext['locale']['desk'],
  name: FieldName,
  { texts, faults }: Required<Pick<ProfileForm, 'texts' | 'faults'>>,
): Html {
  const hints: Readonly<Record<string, string>> = profileHints;
  const kind = FIELD_CONTROLS[name];
  const isCode = kind === 'json';
  return field(
    {
      name,
      label: profileFields[name],
      value: texts[name],
      type: kind === 'yes' ? 'check' : kind === 'area' || isCode ? 'area' : 'text',
      hint: hints[name],
      more: isCode && html`rows="16" class="code" spellcheck="false" autocapitalize="off"`,
    },
    faults,
  );
}
