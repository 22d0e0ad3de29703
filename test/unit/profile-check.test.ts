import profileCheck from '../../scripts/profile-check.cjs';

const { compare, problemsOf } = profileCheck;

describe('the check of what the embedded database can do', () => {
  it('reports nothing if the gateway uses everything', () => {
    const found = compare(['command find'], 'command find\n');

    expect(problemsOf(found)).toEqual([]);
  });

  it('reports what nothing uses and what was refused', () => {
    const found = compare(['command find', 'command eval'], 'command find\nrefused command ping\n');

    expect(problemsOf(found)).toEqual([
      expect.stringMatching(/nothing uses: command eval$/),
      expect.stringMatching(/refuses: refused command ping$/),
    ]);
  });
});
