import { endOfText } from './split-json';

const STRUCTURAL_CHARACTERS = /["{}[\],:]/gu;

/** Returns the first repeated member name of an object, with its index. A parser would silently use the last value. */
export function repeatedNameIn(text: string): { readonly name: string; readonly at: number } | undefined {
  /** The member names of the enclosing objects; `undefined` for an enclosing list. */
  const around: (Set<string> | undefined)[] = [];
  let isName = false;
  STRUCTURAL_CHARACTERS.lastIndex = 0;
  for (let found = STRUCTURAL_CHARACTERS.exec(text); found; found = STRUCTURAL_CHARACTERS.exec(text)) {
    const [sign] = found;
    if (sign === '"') {
      STRUCTURAL_CHARACTERS.lastIndex = endOfText(text, found.index) ?? text.length;
      const spelled = text.slice(found.index, STRUCTURAL_CHARACTERS.lastIndex);
      const names = isName ? around.at(-1) : undefined;
      const name = JSON.parse(spelled) as string;
      if (names?.has(name)) return { name, at: found.index };
      names?.add(name);
      isName = false;
    } else if (sign === '{' || sign === '[') {
      around.push(sign === '{' ? new Set() : undefined);
      isName = sign === '{';
    } else if (sign === '}' || sign === ']') around.pop();
    else isName = sign === ',' && around.at(-1) !== undefined;
  }
  return undefined;
}
