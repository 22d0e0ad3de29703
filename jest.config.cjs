module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  maxWorkers: 2,
  testTimeout: 20000,
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
