import profileCheck from '../../scripts/profile-check.cjs';

const { compare, problemsOf } = profileCheck;
const NEEDED = ['filter operator $elemMatch', 'update operator $unset'];

describe('the check of what the embedded database can do', () => {
  it('is content when everything was asked for, or is needed next', () => {
    const found = compare(['command find', ...NEEDED], 'command find\n');

    expect(problemsOf(found)).toEqual([]);
  });

  it('names what nothing asked for, what was refused, and what is needed but not there', () => {
    const found = compare(['command find', 'command eval'], 'command find\nrefused command ping\n');

    expect(problemsOf(found)).toEqual([
      expect.stringMatching(/nothing uses: command eval$/),
      expect.stringMatching(/refuses: refused command ping$/),
      expect.stringContaining(NEEDED.join(', ')),
    ]);
  });
});
