module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/test', '<rootDir>/packages/embedded-database/test'],
  // One more than the two cores that are meant: much of the time goes to waiting for processes and disks.
  maxWorkers: 3,
  testTimeout: 60000,
  setupFilesAfterEnv: ['<rootDir>/test/support/engine-profile.ts'],
  reporters: ['default', '<rootDir>/scripts/profile-check.cjs', '<rootDir>/scripts/plain-count.cjs'],
  // The same compiler and settings (.swcrc) as the build; types are checked by `npm run check`.
  transform: { '^.+\\.ts$': '@swc/jest' },
};
