module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  maxWorkers: 2,
  testTimeout: 30000,
  reporters: ['default', '<rootDir>/scripts/plain-count.cjs'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        sourceMaps: true,
        module: { type: 'commonjs' },
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: false, useDefineForClassFields: false },
        },
      },
    ],
  },
};
