// The one Jest setup of the workspace: swc compiles, aliases resolve to sources, everything is ESM.
import { readFileSync } from 'node:fs';

const swcrc = JSON.parse(readFileSync(new URL('./.swcrc', import.meta.url), 'utf8'));
delete swcrc.$schema;
// Jest resolves aliases through moduleNameMapper; swc must not rewrite them first.
delete swcrc.jsc.baseUrl;
delete swcrc.jsc.paths;
delete swcrc.module.resolveFully;

export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest', { ...swcrc, swcrc: false, sourceMaps: 'inline' }] },
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
  moduleNameMapper: {
    '^fast-check$': '<rootDir>/tools/dev/seeded-fast-check.mjs',
    '^@govcrawler/(api-gateway|attachment-downloader|crawl-worker|fetch-service|scheduler)$':
      '<rootDir>/apps/$1/index.ts',
    '^@govcrawler/([^/]+)$': '<rootDir>/libs/$1/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/dist/', '<rootDir>/tmp/'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/tmp/'],
  watchman: false,
};
