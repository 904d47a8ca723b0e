import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';

// Who may see whom. Arrows only point down; there is no list of tolerated exceptions.
const layers = {
  contracts: { sees: [], packages: ['zod'] },
  core: { sees: ['contracts'], packages: ['croner'] },
  parser: {
    sees: ['core', 'contracts'],
    packages: [
      '@mozilla/readability',
      'css-select',
      'dom-serializer',
      'domhandler',
      'domutils',
      'entities',
      'htmlparser2',
      'jschardet',
      'linkedom',
      'parsel-ts',
      'sanitize-html',
    ],
  },
  // The way to language models; knows neither pages nor tables. Only this layer loads the model's package.
  agents: { sees: ['core', 'contracts'], packages: ['openai', 'zod'] },
  adapters: {
    sees: ['agents', 'parser', 'core', 'contracts'],
    packages: ['zod', 'node-rsa', 'feedsmith'],
  },
  platform: {
    sees: ['contracts', 'core'],
    packages: [
      'zod',
      'yaml',
      'pino',
      'pg',
      '@electric-sql/pglite',
      '@electric-sql/pglite/node-postgres',
      'prom-client',
    ],
  },
  fetch: {
    sees: ['platform', 'core', 'contracts'],
    packages: ['@grpc/grpc-js', '@grpc/proto-loader', 'got-scraping', 'ioredis', 'playwright-core', 'ws'],
  },
  queue: { sees: ['platform', 'core', 'contracts'], packages: ['bullmq', 'ioredis', 'prom-client'] },
  persistence: {
    sees: ['platform', 'core', 'contracts'],
    packages: ['typeorm', 'mysql2', 'sanitize-filename', 'reflect-metadata'],
  },
  // Test stands and the demo's simulated web. Apps may not see it, except for the one that runs the demo.
  testing: {
    sees: ['persistence', 'queue', 'fetch', 'platform', 'core', 'contracts'],
    packages: ['ioredis', 'mysql2/promise', 'iconv-lite', 'node-rsa', 'fflate', 'cli-progress'],
  },
};
const libs = Object.keys(layers).filter((layer) => layer !== 'testing');
const appPackages = [
  '@grpc/grpc-js',
  '@grpc/proto-loader',
  '@modelcontextprotocol/sdk*',
  '@nestjs/*',
  'class-validator',
  'class-transformer',
  'commander',
  'compression',
  'cli-progress',
  'express',
  'helmet',
  'p-limit',
  'prom-client',
  'reflect-metadata',
  'rxjs',
  'standardwebhooks',
  'zod',
];

// What reads text out of files: only the attachment-downloader may load parsers of hostile documents.
const extractionPackages = ['@e965/xlsx*', 'mammoth', 'pdfjs-dist*', 'tesseract.js', 'word-extractor'];

const tag = (name) => `layer:${name}`;
const libRule = ([name, { sees, packages }], alsoSees, alsoPackages) => ({
  sourceTag: tag(name),
  onlyDependOnLibsWithTags: [name, ...sees, ...alsoSees].map(tag),
  allowedExternalImports: [...packages, ...alsoPackages],
});
const boundaries = ({ alsoSees = [], alsoPackages = [] } = {}) => [
  'error',
  {
    enforceBuildableLibDependency: false,
    allow: [],
    depConstraints: [
      ...Object.entries(layers).map((entry) => libRule(entry, alsoSees, alsoPackages)),
      {
        sourceTag: tag('app'),
        onlyDependOnLibsWithTags: [...libs, ...alsoSees].map(tag),
        allowedExternalImports: [...appPackages, ...alsoPackages],
      },
      {
        sourceTag: tag('downloader'),
        onlyDependOnLibsWithTags: [...libs, 'downloader', ...alsoSees].map(tag),
        allowedExternalImports: [...appPackages, ...extractionPackages, 'htmlparser2', ...alsoPackages],
      },
      {
        sourceTag: tag('standalone'),
        onlyDependOnLibsWithTags: [...libs, 'app', 'downloader', 'testing'].map(tag),
        allowedExternalImports: [...appPackages, ...alsoPackages],
      },
      { sourceTag: tag('console'), onlyDependOnLibsWithTags: [tag('contracts')], allowedExternalImports: ['*'] },
      { sourceTag: tag('tools'), onlyDependOnLibsWithTags: [...libs, 'app', 'downloader', 'testing'].map(tag) },
    ],
  },
];

export default tseslint.config(
  { ignores: ['dist/**', 'node_modules/**', '.nx/**', 'tmp/**', 'data/**', '**/fixtures/**'] },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    plugins: { '@nx': nx },
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './apps/console/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@nx/enforce-module-boundaries': boundaries(),
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  {
    // Nest reads constructor parameter types at run time: a type-only import there would erase the token.
    files: ['apps/**/*.ts'],
    rules: { '@typescript-eslint/consistent-type-imports': 'off' },
  },
  {
    files: ['**/*spec.ts', '**/*conformance.ts'],
    rules: {
      '@nx/enforce-module-boundaries': boundaries({
        alsoSees: ['testing', 'platform'],
        alsoPackages: [
          'axe-core',
          '@jest/globals',
          'ajv*',
          'fast-check',
          '@nestjs/testing',
          'supertest',
          'playwright-core',
          'mysql2',
          'yaml',
          // Compiles the programs that the docs show, so that they can be run.
          '@swc/core',
        ],
      }),
    },
  },
  // People read what these print: the command line and the developer tools.
  { files: ['apps/standalone/**', 'tools/**'], rules: { 'no-console': 'off' } },
  { files: ['**/*.mjs', '**/*.js', '**/*.cjs'], ...tseslint.configs.disableTypeChecked },
);
