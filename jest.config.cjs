module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  maxWorkers: 2,
  testTimeout: 30000,
  setupFilesAfterEnv: ['<rootDir>/test/support/engine-profile.ts'],
  reporters: ['default', '<rootDir>/scripts/profile-check.cjs', '<rootDir>/scripts/plain-count.cjs'],
  // The same compiler and settings (.swcrc) as the build; types are checked by `npm run check`.
  transform: { '^.+\\.ts$': '@swc/jest' },
};
