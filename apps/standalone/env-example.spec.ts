import { readFileSync } from 'node:fs';
import { envExample } from './env-example.js';

describe('.env.example', () => {
  it('is what the settings say (write it anew with: npx govcrawler settings > .env.example)', () => {
    expect(readFileSync('.env.example', 'utf8')).toBe(envExample());
  });
});
