import type { Work } from './work';

/** What a permit depends on. */
export type Claim = Pick<Work, 'caller' | 'isLight'> | undefined;

export interface PermitLimits {
  /** Permits at once. */
  readonly most: number;
  /** Of them, those of one caller. */
  readonly mostOfCaller: number;
  /** Of them, those that only light work may take. */
  readonly reserved: number;
}

/** Counts who may work at once: so many in all, of one caller, and of what is not light. */
export class Permits {
  private taken = 0;
  private heavy = 0;
  private readonly ofCaller = new Map<string, number>();

  constructor(private readonly limits: PermitLimits) {}

  get areAllTaken(): boolean {
    return this.taken >= this.limits.most;
  }

  hasRoomFor(claim: Claim): boolean {
    const { most, reserved } = this.limits;
    if (this.areAllTaken || (isHeavy(claim) && this.heavy >= most - reserved)) return false;
    return !this.isFullFor(claim?.caller);
  }

  /** Whether a caller has all the permits that it may have. */
  isFullFor(caller: string | undefined): boolean {
    return caller !== undefined && (this.ofCaller.get(caller) ?? 0) >= this.limits.mostOfCaller;
  }

  /** @returns gives the permit back, whatever has become of the claim by then */
  take(claim: Claim): () => void {
    const [caller, isOfHeavy] = [claim?.caller, isHeavy(claim)];
    this.count(caller, isOfHeavy, 1);
    return () => {
      this.count(caller, isOfHeavy, -1);
    };
  }

  private count(caller: string | undefined, isOfHeavy: boolean, change: 1 | -1): void {
    this.taken += change;
    if (isOfHeavy) this.heavy += change;
    if (caller === undefined) return;
    const count = (this.ofCaller.get(caller) ?? 0) + change;
    if (count > 0) this.ofCaller.set(caller, count);
    else this.ofCaller.delete(caller);
  }
}

export function isHeavy(claim: Claim): boolean {
  return claim?.isLight === false;
}
