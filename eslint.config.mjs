import js from '@eslint/js';
import tseslint from 'typescript-eslint';

const SCRIPTS = ['**/*.mjs', '**/*.cjs'];

const GLOBALS = [...Object.getOwnPropertyNames(globalThis), '__dirname', 'exports', 'module', 'require'];

const exceptScripts = (config) => ({ ...config, ignores: [...(config.ignores ?? []), ...SCRIPTS] });

export default tseslint.config(
  {
    ignores: [
      '**/*.jsx',
      '**/dist',
      'dist-program',
      'dist-web',
      'coverage',
      '.stryker',
      'clients/rest/src/generated',
      'examples/relay/__generated__',
    ],
  },
  js.configs.recommended,
  {
    // Scripts have no types, so these rules stand for what the compiler finds elsewhere.
    files: SCRIPTS,
    languageOptions: { globals: Object.fromEntries(GLOBALS.map((name) => [name, 'readonly'])) },
    rules: {
      'no-shadow': 'error',
      'no-unused-vars': ['error', { ignoreRestSiblings: true }],
      'no-use-before-define': ['error', { functions: false, classes: false, variables: false }],
    },
  },
  ...tseslint.configs.strictTypeChecked.map(exceptScripts),
  ...tseslint.configs.stylisticTypeChecked.map(exceptScripts),
  {
    ignores: SCRIPTS,
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // type-graphql classes are only decorated shapes; this rule rejects them wholesale.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 45, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 4],
      // `...{ a, b }` only packs properties into fewer lines.
      'no-useless-rename': 'error',
      'object-shorthand': ['error', 'properties'],
      'no-restricted-syntax': [
        'error',
        {
          selector: 'SpreadElement > ObjectExpression',
          message: 'Write the properties of the spread object directly.',
        },
      ],
    },
  },
  {
    files: ['**/test/**'],
    rules: {
      'max-lines': ['error', 300],
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
);
