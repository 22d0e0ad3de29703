import { html, type Html, type Part } from '../../../shared/html';
import { DESK } from '../../../shared/http';
import type { MediaItem } from '../../reader/data';
import { mediaFigure } from '../../reader/pages/media';
import { deskArticle } from '../addresses';
import type { EditedArticle } from '../data';
import { faultList, type Faults, faultsOf, field, hidden, csrfField, NO_FAULTS } from '../fields';
import { Redirect, type DeskContext } from '../desk-context';
import { faultOfFile } from '../mutations';

/** The editable metadata of a file, in the order of the form. */
const LABELS = ['description', 'lang', 'speaker', 'license'] as const;

/** Identifier of the data list that suggests file names for an address. */
export const MEDIA_NAMES = 'media-names';

/** File types that the file dialog offers. The server detects the type from the content. */
const ACCEPTED = 'audio/*,image/jpeg,image/png,image/gif,image/webp,image/avif';

/** Returns the recordings and pictures of an article with their descriptions, and the form for a new one. */
export function mediaPart(context: DeskContext, article: EditedArticle, faults: Faults = NO_FAULTS): Html {
  const { locale, form } = context;
  const { media: texts } = locale.desk;
  const all = article.media ?? [];
  const labels = { ...texts.labels, file: texts.file };
  const isOther = form.word('media') !== '';
  const typed = (name: string): string => (isOther ? '' : form.text(name));
  const own = isOther ? NO_FAULTS : faults;
  return html`<section class="part" id="media" aria-labelledby="media-of-article">
    <h2 id="media-of-article">${texts.title}</h2>
    ${faultList(faults, locale, labels)} ${all.map((file) => fileForm(context, article, file))}
    <form method="post" action="${deskArticle(article, 'media')}" enctype="multipart/form-data">
      ${csrfField(context)}
      <fieldset class="item">
        <legend>${texts.add}</legend>
        ${fileField(context, own)}
        <div class="row">
          ${LABELS.map((name) => field({ name, label: texts.labels[name], value: typed(name) }, own))}
        </div>
        <button name="do" value="add">${texts.upload}</button>
      </fieldset>
    </form>
  </section>`;
}

function fileField({ locale }: DeskContext, faults: Faults): Html {
  const { media: texts } = locale.desk;
  const fault = faults.get('file');
  return html`<div class="field">
    <label for="f-file">${texts.file}</label>
    <input
      id="f-file"
      type="file"
      name="file"
      accept="${ACCEPTED}"
      aria-describedby="f-file-hint"
      ${fault !== undefined && html`aria-invalid="true"`}
    />
    <p class="hint" id="f-file-hint">${texts.fileHint}</p>
  </div>`;
}

function fileForm(context: DeskContext, article: EditedArticle, file: MediaItem): Html {
  const { locale, form } = context;
  const { media: texts } = locale.desk;
  const { mediaId, name } = file;
  const isTyped = form.word('media') === mediaId;
  const of: Part = html`<span class="unseen"> ${name}</span>`;
  const id = (label: string): string => `m-${mediaId}-${label}`;
  return html`<form method="post" action="${deskArticle(article, 'media')}" enctype="multipart/form-data">
    ${csrfField(context)}${hidden('media', mediaId)}
    <fieldset class="item">
      <legend>${name}</legend>
      ${mediaFigure({ ...file, speaker: null, license: null }, { title: name, root: DESK, localeTexts: locale })}
      <div class="row">
        ${LABELS.map(
          (label) =>
            html`<div class="field">
              <label for="${id(label)}">${texts.labels[label]}</label>
              <input
                id="${id(label)}"
                name="${label}"
                value="${isTyped ? form.text(label) : (file[label] ?? '')}"
              />
            </div>`,
        )}
      </div>
      <p class="actions">
        <button class="plain" name="do" value="change">${texts.change}${of}</button>
        <button class="plain" name="do" value="delete">${texts.remove}${of}</button>
      </p>
    </fieldset>
  </form>`;
}

/** Returns the data list of the file names, for address fields. */
export function mediaNames({ media = [] }: Pick<EditedArticle, 'media'>): Part {
  return (
    media.length > 0 &&
    html`<datalist id="${MEDIA_NAMES}">
      ${media.map(({ name }) => html`<option value="${name}"></option>`)}
    </datalist>`
  );
}

/** Handles a form of this part. Returns the redirect, or the faults. */
export async function sendMedia(context: DeskContext, article: EditedArticle): Promise<Redirect | Faults> {
  const { form, write } = context;
  const action = form.word('do');
  const media = form.word('media');
  const input = Object.fromEntries(LABELS.map((name) => [name, form.word(name) || null]));
  if (action !== 'delete' && action !== 'change') return added(context, article, input);
  const { errors } =
    action === 'delete'
      ? await write('delete-media', { media })
      : await write('update-media', { media, input });
  if (errors.length > 0) return faultsOf(errors, fieldOf);
  return backTo(article, action === 'delete' ? 'mediaDeleted' : 'saved');
}

function backTo(article: EditedArticle, done: string): Redirect {
  return new Redirect(`${deskArticle(article)}?done=${done}#media`);
}

/** Returns the name of the form field for a fault. Faults of the upload belong to the file field. */
function fieldOf(path: readonly string[]): string {
  const [, name] = path;
  return LABELS.find((label) => label === name) ?? 'file';
}

async function added(
  context: DeskContext,
  article: EditedArticle,
  input: object,
): Promise<Redirect | Faults> {
  const { form, receive, write, locale } = context;
  const file = form.file('file');
  if (!file) return new Map([['file', locale.desk.media.noFile]]);
  const { dictionaryId: dictionary, number } = article;
  try {
    const upload = await receive(file);
    const { errors } = await write('create-media', { dictionary, article: String(number), upload, input });
    return errors.length > 0 ? faultsOf(errors, fieldOf) : backTo(article, 'mediaAdded');
  } catch (error) {
    return faultOfFile(error, locale);
  }
}
