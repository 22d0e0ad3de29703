import type { FormFile, SentForm } from '../../shared/http';
import { nfc } from '../../shared/text';

/** A submitted form of the desk: texts in NFC, with Unix line ends in place of those that browsers send. */
export class Form {
  private readonly fields: readonly (readonly [name: string, value: string])[];
  private readonly files: SentForm['files'];

  constructor({ fields, files }: SentForm = { fields: [], files: new Map() }) {
    this.fields = fields.map(([name, value]) => [name, nfc(value.replaceAll('\r\n', '\n'))]);
    this.files = files;
  }

  /** A field; empty where it is absent. */
  text(name: string): string {
    return this.fields.find(([field]) => field === name)?.[1] ?? '';
  }

  /** The same for a field whose surrounding space means nothing. */
  word(name: string): string {
    return this.text(name).trim();
  }

  /** All values of a field. */
  all(name: string): readonly string[] {
    return this.fields.flatMap(([field, value]) => (field === name ? [value] : []));
  }

  /** A file that was chosen. */
  file(name: string): FormFile | undefined {
    const file = this.files.get(name);
    return file && file.bytes.length > 0 ? file : undefined;
  }

  /** All fields in their order. */
  entries(): readonly (readonly [name: string, value: string])[] {
    return this.fields;
  }
}
