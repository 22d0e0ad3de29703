import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHAPES } from './shapes';

/** A line of `articles.jsonl`. */
export interface Line {
  readonly id_dico: string;
  readonly id_article: number;
  readonly public_id: string;
  readonly radical?: string;
  readonly article: Readonly<Record<string, unknown>>;
}

type Dictionaries = ReadonlyMap<string, readonly Line[]>;

const PROJECT = join(__dirname, '..', '..', '..');
const REAL = ['wol_fra_cisse', 'sag_eng_weston', 'swh_eng_fd', 'afr_eng_fd'].map((name) =>
  join(PROJECT, '..', 'shared', 'data', name),
);
const SAMPLE = join(PROJECT, 'samples', 'yor_eng_fra_griot');

/** Lines of each dictionary that are taken, spread over all of it. */
const MAX_LINES = 80;

/** The sample, and a dictionary of shapes that no list is tidy about: every list is filled by these alone. */
export const OWN: Dictionaries = byId([linesIn(SAMPLE), wildLines()]);

/** Dictionaries to read: these, and real ones where they are at hand. A line says which are not. */
export function dictionaries(): Dictionaries {
  for (const folder of REAL.filter((name) => !existsSync(name)))
    process.stderr.write(`${folder} is absent: the lists are compared without this dictionary.\n`);
  return new Map([...byId(REAL.filter(existsSync).map(linesIn)), ...OWN]);
}

function byId(read: readonly (readonly Line[])[]): Dictionaries {
  return new Map(read.map((lines) => [lines[0]!.id_dico, lines]));
}

function linesIn(folder: string): readonly Line[] {
  const lines = readFileSync(join(folder, 'articles.jsonl'), 'utf8').split('\n').filter(Boolean);
  const step = Math.ceil(lines.length / MAX_LINES);
  return lines.filter((_, i) => i % step === 0).map((line) => JSON.parse(line) as Line);
}

function wildLines(): readonly Line[] {
  return SHAPES.map((article, i) => ({
    id_dico: 'ŋwild_1',
    id_article: i * 3 + 1,
    public_id: `wild/${String(i)}`,
    article,
  }));
}
