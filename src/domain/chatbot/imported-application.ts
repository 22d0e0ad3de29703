import type { Members } from './owned/checked-members';

/** An owned object as a file brings it, with the objects of its lists by the names of these. */
export interface ImportedObject {
  readonly number?: number | undefined;
  readonly publicId?: string | undefined;
  readonly lastUpdate?: string | undefined;
  readonly members: Members;
  readonly lists: Readonly<Record<string, readonly ImportedObject[]>>;
}

/** An application as a file brings it. */
export interface ImportedApplication extends ImportedObject {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly isDisabled: boolean;
  readonly isCompilationDisabled: boolean;
  readonly likeCount: number;
  readonly unlikeCount: number;
  readonly connectors: Members;
}
