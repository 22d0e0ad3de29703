import { isJsonObject, type Json, type JsonObject, memberPath } from '../../../shared/json';
import { ENVELOPE_MEMBER } from '../article-envelopes';
import { namesOfPart, partsThatDiffer } from './change-part';

/** A member of the content that a proposal changes, in the three versions; undefined where it is missing. */
export interface MemberChange {
  /** Path of the member, e.g. `translations`; empty for content that is not an object. */
  readonly path: string;
  readonly base: Json | undefined;
  readonly proposed: Json | undefined;
  readonly current: Json | undefined;
  /** Whether the current content has changed this member, or its part under another name, in a different way. */
  readonly isConflict: boolean;
}

/** The three versions of a content to merge: the base of the change, the changed content, and the current content. */
export interface Versions {
  readonly base: Json | undefined;
  readonly proposed: Json;
  readonly current: Json | undefined;
}

/** Returns the members that a change sets or removes, in the order of the members. */
export function memberChanges(versions: Versions): readonly MemberChange[] {
  return changesAt('', versions);
}

/** @param known names that clash: they are read at every depth at once, so that the names found for the outermost object hold for those inside */
function changesAt(path: string, versions: Versions, known?: ReadonlySet<string>): readonly MemberChange[] {
  const { base, proposed, current } = versions;
  if (![base ?? {}, proposed, current ?? {}].every(isJsonObject)) return changeAt(path, versions);
  const [before, after, now] = [base ?? {}, proposed, current ?? {}] as [JsonObject, JsonObject, JsonObject];
  const clashes = known ?? clashingNames(before, after, now);
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const member = {
      base: memberIn(before, name),
      proposed: memberIn(after, name),
      current: memberIn(now, name),
    };
    const inner = memberPath(path, name);
    // Content may be nested under this member, at any depth.
    if (name === ENVELOPE_MEMBER && isJsonObject(member.proposed))
      return changesAt(inner, { ...member, proposed: member.proposed }, clashes);
    return changeAt(inner, member, clashes.has(name));
  });
}

/**
 * Applies the changes of a proposal to the current content. Members in conflict take the proposed value.
 *
 * @param accepted paths of the changes to apply; all changes if omitted
 */
export function merged(versions: Versions, accepted?: ReadonlySet<string>): Json {
  return mergedAt('', versions, (path) => accepted?.has(path) ?? true) ?? {};
}

function mergedAt(path: string, versions: Versions, isAccepted: (path: string) => boolean): Json | undefined {
  const { base, proposed, current } = versions;
  if (![base ?? {}, proposed, current ?? {}].every(isJsonObject))
    return isAccepted(path) ? proposed : current;
  const [before, after, now] = [base ?? {}, proposed, current ?? {}] as [JsonObject, JsonObject, JsonObject];
  const result = new Map(Object.entries(now));
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, becomes, is] = [before, after, now].map((version) => memberIn(version, name));
    if (isSameJson(was, becomes)) continue;
    const next = mergedMember(name, memberPath(path, name), { was, becomes, is, isAccepted });
    if (next === undefined) result.delete(name);
    else result.set(name, next);
  }
  // A nested object is not created if no change inside it was accepted.
  const isOmitted = current === undefined && result.size === 0 && Object.keys(after).length > 0;
  return isOmitted ? undefined : Object.fromEntries(result);
}

interface MemberVersions {
  readonly was: Json | undefined;
  readonly becomes: Json | undefined;
  readonly is: Json | undefined;
  readonly isAccepted: (path: string) => boolean;
}

/** The value of a member that a proposal changes; `undefined` if the object has no such member afterwards. */
function mergedMember(
  name: string,
  path: string,
  { was, becomes, is, isAccepted }: MemberVersions,
): Json | undefined {
  if (name === ENVELOPE_MEMBER && becomes !== undefined && isJsonObject(becomes))
    return mergedAt(path, { base: was, proposed: becomes, current: is }, isAccepted);
  return isAccepted(path) ? becomes : is;
}

/** Names of members that write parts which both sides changed differently, such as `category` and `categories`. */
function clashingNames(base: JsonObject, proposed: JsonObject, current: JsonObject): ReadonlySet<string> {
  const proposedParts = partsThatDiffer(base, proposed);
  const currentParts = partsThatDiffer(base, current);
  const both = proposedParts.filter((part) => currentParts.includes(part));
  const clashing = partsThatDiffer(proposed, current).filter((part) => both.includes(part));
  return new Set(clashing.flatMap(namesOfPart));
}

function changeAt(
  path: string,
  { base, proposed, current }: Omit<Versions, 'proposed'> & { readonly proposed: Json | undefined },
  clashes = false,
): readonly MemberChange[] {
  if (isSameJson(base, proposed)) return [];
  const isConflict = !isSameJson(proposed, current) && (clashes || !isSameJson(base, current));
  return [{ path, base, proposed, current, isConflict }];
}

function memberIn(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function isSameJson(a: Json | undefined, b: Json | undefined): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null) && (a === undefined) === (b === undefined);
}
