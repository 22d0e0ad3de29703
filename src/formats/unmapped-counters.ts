import type { ExportedDictionary } from '../services/exports/export.service';
import { isJsonList, isJsonObject, type Json } from '../shared/json';
import { readColumns } from './cldf/cldf-lens';
import { shapeFrom } from './cldf/cldf-shape';
import { getDmlex } from './dmlex/dmlex-lens';
import { dmlexOptions } from './dmlex/dmlex-source';
import { dmlexTreeOf } from './dmlex/write-dmlex';
import { storedOptions } from './files/exported-entry';
import type { PathCounts } from './files/loss-report';
import { getLift } from './lift/lift-lens';
import { getPlainXml } from './plain-xml/plain-xml-lens';
import { plainXmlShape } from './plain-xml/plain-xml-source';
import { getSfm } from './sfm/sfm-lens';
import type { SfmField } from './sfm/sfm-record';
import { sfmOptions } from './sfm/write-sfm';
import { READ_KINDS } from './stardict/stardict-lens';
import { isErrorCell } from './tables/table-cells';
import { EXTENSION_COLUMN, rowsOfTree } from './tables/table-lens';
import { storedTable } from './tables/column-map';
import { teiOptions } from './tei/tei-file';
import { getTei } from './tei/tei-lens';
import type { ReadMembers } from './wiktextract/json-rows';
import { countMembers, getWiktextract } from './wiktextract/wiktextract-lens';
import { wiktextractOptions } from './wiktextract/wiktextract-source';
import { withLocalNames } from './xml/xml-namespaces';
import type { Visits } from './xml/xml-path';
import { countPaths } from './xml/xml-source';
import { isXmlElement, type XmlElement } from './xml/xml-tree';

/** Counts the parts of an imported entry that no member of the article represents. */
export type UnmappedCounter = (entry: Json, counts: PathCounts) => void;

type Files = Pick<ExportedDictionary, 'files'>;

function xmlCounter(
  treeOf: (entry: Json) => XmlElement | undefined,
  get: (tree: XmlElement, visits: Visits) => unknown,
): UnmappedCounter {
  return (entry, counts) => {
    const tree = treeOf(entry);
    if (!tree) return;
    const visits: Visits = { elements: new Set([tree]), attributes: new Map() };
    get(tree, visits);
    countPaths(tree, visits, counts);
  };
}

export const asTree = (entry: Json) => (isXmlElement(entry) ? withLocalNames(entry) : undefined);

/** The counters by format of the imported entry. */
export const UNMAPPED_COUNTERS: Readonly<
  Record<string, (exported: Files & Pick<ExportedDictionary, 'dictionary'>) => UnmappedCounter>
> = {
  lift: (exported) => {
    const { headword } = storedOptions(exported, 'lift');
    const options = { headword: typeof headword === 'string' ? headword : undefined };
    return xmlCounter(asTree, (tree, visits) => getLift(tree, options, visits));
  },
  tei: (exported) => {
    const options = teiOptions(exported);
    return xmlCounter(asTree, (tree, visits) => getTei(tree, options, visits));
  },
  xml: (exported) => {
    const shape = plainXmlShape(exported);
    return xmlCounter(
      (entry) => (isXmlElement(entry) ? entry : undefined),
      (tree, visits) => getPlainXml(tree, shape, visits),
    );
  },
  dmlex: (exported) => {
    const options = dmlexOptions(storedOptions(exported, 'dmlex'));
    return xmlCounter(dmlexTreeOf, (tree, visits) => getDmlex(tree, options, visits));
  },
  sfm: ({ files }) => {
    const options = sfmOptions(files.get('sfm/options.json'));
    return (entry, counts) => {
      if (!isJsonList(entry)) return;
      const fields = entry as unknown as SfmField[];
      const visits = new Set<SfmField>();
      getSfm(fields, options, visits);
      for (const field of fields) counts.add(`\\${field[0]}`, visits.has(field) ? 'typed' : 'kept');
    };
  },
  table: ({ files }) => {
    const columns = storedTable(files)?.map.columns ?? {};
    return (entry, counts) => {
      for (const row of rowsOfTree(entry) ?? [])
        for (const [name, cell] of Object.entries(row))
          if (isErrorCell(cell.trim()) || (!Object.hasOwn(columns, name) && name !== EXTENSION_COLUMN))
            counts.add(name, 'kept');
    };
  },
  cldf: ({ files }) => {
    const text = files.get('cldf/metadata.json');
    if (text === undefined) return () => undefined;
    const shape = shapeFrom(text);
    const { languages } = storedOptions({ files }, 'cldf');
    const read = readColumns({ shape, media: {}, ...(isJsonObject(languages) && { languages: {} }) });
    return (entry, counts) => {
      if (!isJsonObject(entry)) return;
      const rows = { entries: [entry['entry']], senses: entry['senses'], examples: entry['examples'] };
      for (const table of ['entries', 'senses', 'examples'] as const)
        for (const row of [rows[table] ?? []].flat())
          for (const column of isJsonObject(row) ? Object.keys(row) : []) {
            const path = `${shape[table]?.url ?? ''}/${column}`;
            if (!read.has(path)) counts.add(path, 'kept');
          }
    };
  },
  stardict: () => (entry, counts) => {
    const pieces = isJsonObject(entry) && isJsonList(entry['pieces']) ? entry['pieces'] : [];
    for (const piece of pieces as unknown as readonly { readonly type: string }[])
      if (!READ_KINDS.includes(piece.type)) counts.add(`.dict[${piece.type}]`, 'kept');
  },
  wiktextract: (exported) => {
    const options = wiktextractOptions(storedOptions(exported, 'wiktextract'));
    return (entry, counts) => {
      if (!isJsonObject(entry)) return;
      const visits: ReadMembers = new Map();
      getWiktextract(entry, options, visits);
      countMembers(entry, visits, counts);
    };
  },
};
