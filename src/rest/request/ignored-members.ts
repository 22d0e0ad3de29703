import type { Inquiry } from '../adapter/inquiry';

/** Longest value of the header, in characters: proxies and clients take headers of some kilobytes. */
const LONGEST = 1000;

const SEPARATOR = ', ';

/** The header that names the members of a body that its row ignores, as many as fit into it; they are percent-encoded. */
export function ignoredMembers({ route: { row }, body }: Inquiry): Readonly<Record<string, string>> {
  const names: string[] = [];
  let length = 0;
  for (const name of row.members?.ignored?.(body) ?? []) {
    const encoded = encodeURIComponent(name.toWellFormed());
    length += encoded.length + SEPARATOR.length;
    if (length > LONGEST) break;
    names.push(encoded);
  }
  return names.length === 0 ? {} : { 'X-Ignored-Members': names.join(SEPARATOR) };
}
