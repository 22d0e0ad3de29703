import type { Json } from './json';

/** Free JSON that is carried as the text in which it is stored, and parsed only where its members are needed. */
export class JsonText {
  constructor(readonly text: string) {}

  toJSON(): Json {
    return JSON.parse(this.text) as Json;
  }
}
