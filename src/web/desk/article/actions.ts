/** The action of a button in an article form, encoded in the value of the button. */
export interface FormAction {
  /** `add`, `remove`, `up`, `down`, `theirs`, `save` or `preview`. */
  readonly verb: string;
  /** Name of the list; for `theirs`, of the part. */
  readonly part: string;
  /** Index of the item. */
  readonly index: number;
}

/** Parses `add.forms`, `remove.forms.2`, `theirs.headword` or `save`. */
export function actionIn(value: string): FormAction {
  const [verb = '', part = '', index = '0'] = value.split('.');
  return { verb, part, index: Number(index) };
}
