import type { PathCounts } from '../files/loss-report';
import { DISTINGUISHING, type Visits } from './xml-path';
import { elementsOf, type XmlElement } from './xml-tree';

/** Counts the elements and attributes of an entry by what has been read of them. */
export function countPaths(tree: XmlElement, visits: Visits, counts: PathCounts, outer = ''): void {
  const [name, attributes] = tree;
  const distinguishing = DISTINGUISHING.find((attribute) => attribute in attributes);
  const label =
    distinguishing === undefined ? name : `${name}[${distinguishing}=${attributes[distinguishing] ?? ''}]`;
  const path = outer === '' ? label : `${outer}/${label}`;
  counts.add(path, visits.elements.has(tree) ? 'typed' : 'kept');
  const read = visits.attributes.get(tree);
  for (const attribute of Object.keys(attributes))
    if (attribute !== distinguishing)
      counts.add(`${path}/@${attribute}`, read?.has(attribute) === true ? 'typed' : 'kept');
  for (const child of elementsOf(tree)) countPaths(child, visits, counts, label);
}
