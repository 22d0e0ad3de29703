import type { FormFile, SentForm } from '../../shared/http';
import { nfc } from '../../shared/text';

/** A submitted form of the desk. Texts are in NFC, with Unix line ends instead of the CRLF that browsers send. */
export class Form {
  private readonly fields: readonly (readonly [name: string, value: string])[];
  private readonly files: SentForm['files'];

  constructor({ fields, files }: SentForm = { fields: [], files: new Map() }) {
    this.fields = fields.map(([name, value]) => [name, nfc(value.replaceAll('\r\n', '\n'))]);
    this.files = files;
  }

  /** Returns a field; empty if it is absent. */
  text(name: string): string {
    return this.fields.find(([field]) => field === name)?.[1] ?? '';
  }

  /** Returns a field without surrounding white space. */
  word(name: string): string {
    return this.text(name).trim();
  }

  /** Returns all values of a field. */
  all(name: string): readonly string[] {
    return this.fields.flatMap(([field, value]) => (field === name ? [value] : []));
  }

  /** Returns an uploaded file; undefined if none was chosen. */
  file(name: string): FormFile | undefined {
    const file = this.files.get(name);
    return file && file.bytes.length > 0 ? file : undefined;
  }

  /** Returns all fields in order. */
  entries(): readonly (readonly [name: string, value: string])[] {
    return this.fields;
  }
}
