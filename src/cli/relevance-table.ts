/** A query, and what it should find. */
export interface RelevanceQuery {
  readonly query: string;
  /** The dictionary to search; null for all. */
  readonly id_dico: string | null;
  readonly kind: string;
  /** Public identifiers of the articles that it should find; none when it should find nothing. */
  readonly expect: readonly string[];
  /** Place up to which they must stand. */
  readonly k: number;
  /** Whether one of them must come first. */
  readonly first: boolean;
}

export interface Answer {
  readonly query: string;
  readonly results: readonly string[];
  readonly milliseconds: number;
}

interface Score {
  readonly kind: string;
  readonly isGood: boolean;
  readonly milliseconds: number;
}

/** For each kind of query and for all: how many there are, which share of them is answered well, and in what time. */
export function tableOf(queries: readonly RelevanceQuery[], answers: readonly Answer[]): string[] {
  const scores = queries.map((query, i) => scoreOf(query, answers[i]));
  const kinds = [...new Set(scores.map(({ kind }) => kind))].sort();
  return [
    ...kinds.map((kind) =>
      lineOf(
        kind,
        scores.filter((score) => score.kind === kind),
      ),
    ),
    lineOf('ALL', scores),
    ...queries.flatMap((query, i) => (scores[i]?.isGood === true ? [] : missOf(query, answers[i]))),
  ];
}

function scoreOf({ kind, expect, k, first }: RelevanceQuery, answer: Answer | undefined): Score {
  const results = answer?.results ?? [];
  const best = results[0] ?? '';
  const isWhole = expect.every((id) => results.slice(0, k).includes(id));
  const isGood = expect.length === 0 ? results.length === 0 : isWhole && (!first || expect.includes(best));
  return { kind, isGood, milliseconds: answer?.milliseconds ?? 0 };
}

function lineOf(name: string, scores: readonly Score[]): string {
  const good = scores.filter(({ isGood }) => isGood).length;
  const times = scores.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
  return (
    `${name.padEnd(24)} n=${String(scores.length).padStart(4)} ok=${(good / scores.length).toFixed(3)} ` +
    `median=${at(0.5)} ms, 95 %=${at(0.95)} ms`
  );
}

function missOf({ kind, id_dico: id, query, expect }: RelevanceQuery, answer: Answer | undefined): string[] {
  const found = (answer?.results ?? []).slice(0, 4);
  return [
    `${kind} ${id ?? '*'} ${query}: expected ${expect.slice(0, 3).join(' ')}, found ${found.join(' ')}`,
  ];
}
