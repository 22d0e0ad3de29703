import type { Row } from '../lens/typed-item';
import { collapsed, xmlRow, type XmlRowSpec, type XmlScope } from '../xml/xml-rows';

const COLLAPSED = { read: collapsed, write: (text: string) => text };

/** Returns a row whose texts are read as one line. */
export function teiRow(spec: XmlRowSpec): Row<XmlScope> {
  const spelling = Object.fromEntries(
    Object.keys(spec.fields).map((field) => [field, spec.spelling?.[field] ?? COLLAPSED]),
  );
  return xmlRow({ ...spec, spelling, isOneLine: true });
}

/** Returns a row for entries and one for senses. */
export function both(spec: Omit<XmlRowSpec, 'isOfSense'>): readonly Row<XmlScope>[] {
  return [teiRow({ ...spec, isOfSense: true }), teiRow({ ...spec, isOfSense: false })];
}
