interface Comparison {
  readonly unused: readonly string[];
  readonly refused: readonly string[];
}

declare const profileCheck: {
  readonly compare: (features: readonly string[], log: string) => Comparison;
  readonly problemsOf: (found: Comparison) => readonly string[];
};
export = profileCheck;
