import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describeApi } from './describe-api.js';
import { clientTypes, documentText } from './write-documents.js';

for (const [{ file, client }, document] of await describeApi()) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, documentText(document));
  if (client) writeFileSync(client, await clientTypes(document));
  console.log(`${file}: ${Object.keys(document.paths).length} paths`);
}
