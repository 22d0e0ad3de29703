/** The action of a button in the form of an article, encoded in its value. */
export interface FormAction {
  /** `add`, `remove`, `up`, `down`, `theirs`, `save` or `preview`. */
  readonly verb: string;
  /** The list, or for `theirs` the part. */
  readonly part: string;
  /** Index of the item. */
  readonly index: number;
}

/** Reads `add.forms`, `remove.forms.2`, `theirs.headword`, `save`. */
export function actionIn(value: string): FormAction {
  const [verb = '', part = '', index = '0'] = value.split('.');
  return { verb, part, index: Number(index) };
}
