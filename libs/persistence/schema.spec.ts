import { describeSchema } from './schema.conformance.js';
import { openEmbedded } from './test-database.conformance.js';

describeSchema(openEmbedded);
