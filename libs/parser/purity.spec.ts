import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('./', import.meta.url));
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('spec.ts'),
);

describe('the parser is pure', () => {
  it.each(sources)('%s reads no clock, file, network or environment', (name) => {
    const text = readFileSync(root + name, 'utf8');
    // node:buffer computes and knows nothing of the world.
    expect(text).not.toMatch(/from 'node:(?!buffer')|require\(|import\(/);
    expect(text).not.toMatch(/Date\.now\(\)|new Date\(\)|Math\.random|process\.|setTimeout|fetch\(/);
  });
});
