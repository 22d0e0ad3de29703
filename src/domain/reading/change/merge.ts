import { isJsonObject, type Json, type JsonObject, memberPath } from '../../../shared/json';
import { WRAPPER } from '../article-envelopes';
import { partsThatDiffer } from './change-part';

/** A member of the content that a proposal changes, as it was, is to be, and is now; undefined where it is missing. */
export interface MemberChange {
  /** Path of the member, e.g. `translations`; empty for content that is no object. */
  readonly path: string;
  readonly base: Json | undefined;
  readonly proposed: Json | undefined;
  readonly current: Json | undefined;
  /** Whether it was changed since in another way. */
  readonly isConflict: boolean;
}

/** The contents that are merged: that on which a change is based, the changed one, and the one of now. */
export interface Versions {
  readonly base: Json | undefined;
  readonly proposed: Json;
  readonly current: Json | undefined;
}

/** What a change does to each member, in the order of the members. */
export function memberChanges(versions: Versions): readonly MemberChange[] {
  return changesAt('', versions);
}

/** @param known whether parts clash: they are read at every depth at once, so that the outermost object tells for those inside */
function changesAt(path: string, versions: Versions, known?: boolean): readonly MemberChange[] {
  const { base, proposed, current } = versions;
  if (![base ?? {}, proposed, current ?? {}].every(isJsonObject)) return changeOf(path, versions, known);
  const [before, after, now] = [base ?? {}, proposed, current ?? {}] as [JsonObject, JsonObject, JsonObject];
  const clashes = known ?? clashingParts(before, after, now);
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const member = {
      base: memberIn(before, name),
      proposed: memberIn(after, name),
      current: memberIn(now, name),
    };
    const inner = memberPath(path, name);
    // Content may be nested under this member, at any depth.
    if (name === WRAPPER && isJsonObject(member.proposed))
      return changesAt(inner, { ...member, proposed: member.proposed }, clashes);
    return changeOf(inner, member, clashes);
  });
}

/**
 * The content of now with what a proposal changes. The members in conflict become as proposed.
 */
export function merged(versions: Versions): Json {
  const { base, proposed, current } = versions;
  if (![base ?? {}, proposed, current ?? {}].every(isJsonObject)) return proposed;
  const [before, after, now] = [base ?? {}, proposed, current ?? {}] as [JsonObject, JsonObject, JsonObject];
  const result = new Map(Object.entries(now));
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, becomes, is] = [before, after, now].map((one) => memberIn(one, name));
    if (isSame(was, becomes)) continue;
    if (becomes === undefined) result.delete(name);
    else if (name === WRAPPER && isJsonObject(becomes))
      result.set(name, merged({ base: was, proposed: becomes, current: is }));
    else result.set(name, becomes);
  }
  return Object.fromEntries(result);
}

/** Parts that both sides changed differently under other names, such as `category` and `cat`. */
function clashingParts(base: JsonObject, proposed: JsonObject, current: JsonObject): boolean {
  const here = partsThatDiffer(base, proposed);
  const there = partsThatDiffer(base, current);
  const both = here.filter((part) => there.includes(part));
  return partsThatDiffer(proposed, current).some((part) => both.includes(part));
}

function changeOf(
  path: string,
  { base, proposed, current }: Omit<Versions, 'proposed'> & { readonly proposed: Json | undefined },
  clashes = false,
): readonly MemberChange[] {
  if (isSame(base, proposed)) return [];
  const isConflict = !isSame(proposed, current) && (clashes || !isSame(base, current));
  return [{ path, base, proposed, current, isConflict }];
}

function memberIn(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function isSame(one: Json | undefined, other: Json | undefined): boolean {
  return (
    JSON.stringify(one ?? null) === JSON.stringify(other ?? null) &&
    (one === undefined) === (other === undefined)
  );
}
