import { trusted } from 'mongoose';
import type { Models } from '../models';
import { deleteInSteps } from '../mongo/delete-in-steps';
import type { Transact } from '../mongo/transaction';

/** Number of characters of one stored part of a file. */
const PART_CHARACTERS = 256 * 1024;

/** A file that belongs to a dictionary. */
export interface DictionaryFile {
  readonly name: string;
  readonly text: string;
}

/** Files of dictionaries: the text of imported files outside their entries. */
export class DictionaryFiles {
  constructor(
    private readonly models: Pick<Models, 'dictionaryFiles'>,
    private readonly transact: Transact,
  ) {}

  /** Replaces the files of a dictionary. */
  replace(dictionaryId: string, files: readonly DictionaryFile[]): Promise<void> {
    const parts = files.flatMap(({ name, text }) =>
      Array.from({ length: Math.max(1, Math.ceil(text.length / PART_CHARACTERS)) }, (_, part) => ({
        dictionaryId,
        name,
        part,
        text: text.slice(part * PART_CHARACTERS, (part + 1) * PART_CHARACTERS),
      })),
    );
    return this.transact(async (session) => {
      await deleteInSteps(this.models.dictionaryFiles, { dictionaryId }, { session });
      if (parts.length > 0) await this.models.dictionaryFiles.insertMany(parts, { session, lean: true });
    });
  }

  /** The files of a dictionary, in the order of their names: all, or only those named. */
  async read(dictionaryId: string, among?: readonly string[]): Promise<DictionaryFile[]> {
    const parts = await this.models.dictionaryFiles
      .find({ dictionaryId, ...(among && { name: trusted({ $in: among }) }) }, { _id: 0 })
      .sort({ name: 1, part: 1 })
      .lean<{ name: string; text: string }[]>();
    const names = [...new Set(parts.map(({ name }) => name))];
    const textOf = (name: string) => parts.filter((part) => part.name === name).map(({ text }) => text);
    return names.map((name) => ({ name, text: textOf(name).join('') }));
  }
}
