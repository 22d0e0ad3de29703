import type { Row } from '../lens/typed-item';
import { collapsed, xmlRow, type XmlRowSpec, type XmlScope } from '../xml/xml-rows';

const COLLAPSED = { read: collapsed, write: (text: string) => text };

/** Returns a row of which all texts are on one line, as the format has them. */
export function row(spec: XmlRowSpec): Row<XmlScope> {
  const spelling = Object.fromEntries(
    Object.keys(spec.fields).map((field) => [field, spec.spelling?.[field] ?? COLLAPSED]),
  );
  return xmlRow({ ...spec, spelling, isOneLine: true });
}

/** New items are created only if they have the fields that the schemas require. */
export function onlyWith(fields: readonly string[], one: Row<XmlScope>): Row<XmlScope> {
  return {
    ...one,
    accepts: (item) => fields.every((field) => item[field] !== undefined) && one.accepts(item),
  };
}
