// What a reader must not have to look for: what nobody uses, comparisons that convert, files and functions that do not fit a screen or two.

import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

export default ts.config(
  { ignores: ['dist', 'node_modules', 'src/lib/wire'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  { files: ['**/*.svelte', '**/*.svelte.ts'], languageOptions: { parserOptions: { parser: ts.parser } } },
  {
    rules: {
      eqeqeq: 'error',
      // TypeScript knows all names.
      'no-undef': 'off',
      // Prettier breaks lines there, and a semicolon is never missing.
      'no-unexpected-multiline': 'off',
      'max-lines': ['error', { max: 600, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 70 }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // What is shown is replaced, never changed: maps and sets stand still, or nothing that is shown depends on them.
      'svelte/prefer-svelte-reactivity': 'off',
      // svelte-check reads these comments, and knows more warnings.
      'svelte/no-unused-svelte-ignore': 'off',
    },
  },
  // A group of tests is no function that is read from top to bottom.
  { files: ['**/*.test.ts', '**/*.e2e.ts'], rules: { 'max-lines-per-function': 'off' } },
);
